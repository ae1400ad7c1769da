import type { RecordedEvent } from '#/ledger/codec.ts';
import type { Position } from '#/ledger/event-store.ts';
import { within } from '#/ledger/concurrency/within.ts';
import type { Timers } from '#/domain/ports/machine.ts';
import {
  GenerationGone,
  LockTimedOut,
  RowsRefused,
  type CommitSession,
  type Tables,
} from '#/projections/engine/tables/tables.ts';
import type { FoldedBatch, Generation } from './generation.ts';
import type { LiveModel } from './live-model.ts';
import type { LiveModels } from './live-models.ts';
import type { Unreadable } from './read-batch.ts';
import { FoldFailed } from './working-set.ts';

/** Longest time that one read model, or one lock, may hold up the others. */
const LONGEST_MS = 300;

interface Member {
  readonly model: LiveModel;
  /** The generation that folds the batch; the model may get another generation meanwhile. */
  readonly generation: Generation;
}

interface FoldedMember extends Member {
  readonly folded: FoldedBatch;
}

/** Whether one read model alone failed or took too long. */
const isOwnFault = (error: unknown): boolean =>
  error instanceof FoldFailed ||
  error instanceof RowsRefused ||
  error instanceof GenerationGone ||
  error instanceof LockTimedOut;

const doNothing = (): void => undefined;

/** The read models that follow the log together: one statement writes the rows of all. A slow one leaves. */
export class Group {
  readonly #tables: Tables;
  readonly #together: CommitSession;
  readonly #machine: Timers;
  readonly #models: LiveModels;
  readonly #onLeave: (model: LiveModel, free: Promise<void>) => void;
  readonly #members = new Set<LiveModel>();
  #position: Position | '';

  /** @param onLeave `free` resolves once the group does not use the model any more */
  constructor(options: {
    readonly tables: Tables;
    readonly machine: Timers;
    readonly models: LiveModels;
    readonly position: Position | '';
    readonly onLeave: (model: LiveModel, free: Promise<void>) => void;
  }) {
    this.#tables = options.tables;
    this.#together = options.tables.session(LONGEST_MS);
    this.#machine = options.machine;
    this.#models = options.models;
    this.#position = options.position;
    this.#onLeave = options.onLeave;
  }

  /** Whether a model has reached the batch that the group is applying, so that it misses no event. */
  canJoin({ generation }: LiveModel): boolean {
    return generation.position >= this.#position;
  }

  /** @returns false for a model that cannot join */
  join(model: LiveModel): boolean {
    if (!this.canJoin(model)) return false;
    this.#members.add(model);
    return true;
  }

  /** Removes members that are behind, as a member with another generation may be. */
  dropBehind(): void {
    for (const model of this.#members) {
      if (!this.canJoin(model)) this.#leave({ model, generation: model.generation });
    }
  }

  /** @throws Fenced, and errors of the connection */
  async apply(events: readonly RecordedEvent[], upTo: Position): Promise<void> {
    // A member that is behind would miss the events up to this batch.
    this.dropBehind();
    this.#position = upTo;
    const folded = await this.#fold(events, upTo);
    if (folded.length === 0) return;
    if (await this.#commitTogether(folded)) for (const each of folded) this.#settle(each);
    else await this.#commitEach(folded);
  }

  /** Parks the members that have not passed an event that this program cannot read. */
  async park({ position, error }: Unreadable): Promise<void> {
    for (const model of this.#members) {
      if (model.generation.position >= position) continue;
      this.#members.delete(model);
      await this.#models.degrade(model, error);
    }
  }

  close(): void {
    this.#together.close();
  }

  async #fold(events: readonly RecordedEvent[], upTo: Position): Promise<readonly FoldedMember[]> {
    const folded: FoldedMember[] = [];
    const failures: unknown[] = [];
    const fold = async (model: LiveModel): Promise<void> => {
      const member = { model, generation: model.generation };
      const folding = member.generation.fold(events, upTo);
      try {
        const foldedBatch = await within(LONGEST_MS, folding, doNothing, this.#machine);
        if (foldedBatch === undefined) this.#leave(member, folding);
        else folded.push({ ...member, folded: foldedBatch });
      } catch (error) {
        if (isOwnFault(error)) this.#leave(member);
        else failures.push(error);
      }
    };
    const behind = [...this.#members].filter(({ generation }) => generation.position < upTo);
    await Promise.all(behind.map(fold));
    if (failures.length > 0) throw failures[0];
    return folded.toSorted((one, other) => (one.folded.name < other.folded.name ? -1 : 1));
  }

  /** @returns false when nothing was written, because of one of the members */
  async #commitTogether(members: readonly FoldedMember[]): Promise<boolean> {
    try {
      return await this.#together.commit(members.map(({ folded }) => folded));
    } catch (error) {
      if (isOwnFault(error)) return false;
      throw error;
    }
  }

  async #commitEach(members: readonly FoldedMember[]): Promise<void> {
    const failures: unknown[] = [];
    const commitOne = async (member: FoldedMember): Promise<void> => {
      const committing = this.#commitAlone(member);
      try {
        const leave = (): void => this.#leave(member, committing);
        await within(LONGEST_MS, committing, leave, this.#machine);
      } catch (error) {
        if (isOwnFault(error)) this.#leave(member);
        else failures.push(error);
      }
    };
    await Promise.all(members.map(commitOne));
    if (failures.length > 0) throw failures[0];
  }

  async #commitAlone(member: FoldedMember): Promise<void> {
    if (!(await this.#tables.commit([member.folded]))) throw member.generation.createFenced();
    this.#settle(member);
  }

  #settle({ model, generation, folded }: FoldedMember): void {
    const topics = generation.noteCommitted(folded);
    if (generation === model.generation) this.#models.publishCommit(model, topics);
  }

  /** @param work what still uses the generation */
  #leave({ model, generation }: Member, work: Promise<unknown> = Promise.resolve()): void {
    // The model may have left already, while this batch was under way.
    if (!this.#members.delete(model)) return generation.forget();
    // Events that were folded and are not written yet are folded again.
    const free = work.catch(doNothing).then(() => generation.forget());
    this.#onLeave(model, free);
  }
}
