import type { Machine } from '#/domain/ports/machine.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import { waitUntilTermEnds } from '#/ledger/leases/leases.ts';
import type { Tables } from '#/projections/engine/tables/tables.ts';
import { followAlone } from './follow-alone.ts';
import { Group } from './group.ts';
import type { LiveModel } from './live-model.ts';
import type { LiveModels } from './live-models.ts';
import { pauseBetweenCommits } from './pace.ts';
import { decodeBatch, LARGEST_BATCH } from './read-batch.ts';

export interface LogFollowerDependencies {
  readonly store: EventStore;
  readonly tables: Tables;
  readonly machine: Machine;
  readonly models: LiveModels;
  readonly onProblem: (name: string, error: unknown) => void;
}

/** Applies the log together to the models that have come furthest, and separately to each that is behind. */
export class LogFollower {
  readonly #dependencies: LogFollowerDependencies;
  readonly #from: Position | '';
  readonly #group: Group;
  readonly #ending = new AbortController();
  readonly #signal: AbortSignal;
  /** The models that are followed alone. There a failure is tried again; only `Fenced` ends `run`, which throws it. */
  readonly #alone = new Map<LiveModel, Promise<void>>();

  /** @param from the position of the models that have read furthest: the group continues from there */
  constructor(dependencies: LogFollowerDependencies, from: Position | '', term: AbortSignal) {
    this.#dependencies = dependencies;
    this.#from = from;
    this.#signal = AbortSignal.any([term, this.#ending.signal]);
    const { tables, machine, models } = dependencies;
    const onLeave = (model: LiveModel, free: Promise<void>) => this.#follow(model, free);
    this.#group = new Group({ tables, machine, models, position: from, onLeave });
  }

  /** Runs until the term ends, `end` is called, or every model is parked. @throws Fenced, and errors of the connection */
  async run(onProgress: () => void): Promise<void> {
    try {
      for (const model of this.#dependencies.models.active) this.add(model);
      await this.#applyTogether(onProgress);
    } finally {
      this.end();
      await Promise.allSettled(this.#alone.values());
      this.#group.close();
    }
    await Promise.all(this.#alone.values());
  }

  end(): void {
    this.#ending.abort();
  }

  /** Follows the log for a model that is new or has another generation. */
  add(model: LiveModel): void {
    this.#group.dropBehind();
    if (!this.#group.join(model)) this.#follow(model);
  }

  #follow(model: LiveModel, free: Promise<void> = Promise.resolve()): void {
    const dependencies = { ...this.#dependencies, group: this.#group, signal: this.#signal };
    const before = this.#alone.get(model) ?? Promise.resolve();
    const following = Promise.all([before, free]).then(() => followAlone(model, dependencies));
    this.#alone.set(model, following);
    following.then(
      () => {
        if (this.#alone.get(model) === following) this.#alone.delete(model);
      },
      () => this.end(),
    );
  }

  async #applyTogether(onProgress: () => void): Promise<void> {
    const { store, models, machine } = this.#dependencies;
    const signal = this.#signal;
    const after = this.#from === '' ? {} : { after: this.#from };
    for await (const message of store.subscribe({
      ...after,
      maximumBatch: LARGEST_BATCH,
      signal,
    })) {
      onProgress();
      if (message.kind === 'caught-up') continue;
      const { events, upTo, unreadable } = decodeBatch(message);
      if (upTo !== undefined) await this.#group.apply(events, upTo);
      if (unreadable !== undefined) await this.#group.park(unreadable);
      if (signal.aborted || models.active.length === 0) return;
      if (events.length < LARGEST_BATCH) await pauseBetweenCommits(signal, machine);
    }
    // The log is closed, and has nothing more to read.
    await waitUntilTermEnds(signal);
  }
}
