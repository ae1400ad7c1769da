import { thisMachine } from '#/ledger/machine.ts';
import type { ClientBase, Pool } from 'pg';
import type { EventStore } from '#/ledger/event-store.ts';
import { ChangeOver, holdRebuild } from './switch-over.ts';
import {
  dropOldGenerations,
  markReturning,
  readCheckpoints,
  retiredFirst,
} from '#/projections/engine/tables/checkpoint-table.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { Generation } from '#/projections/engine/run/generation.ts';
import { hasLost } from '#/projections/engine/run/lost-events.ts';
import { tablesIn } from '#/projections/engine/tables/postgres.ts';
import type { Checkpoint } from '#/projections/engine/tables/tables.ts';
import type { RebuildProgress, Rebuilt } from './rebuild.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** No previous generation exists that this program can continue; the message is one sentence. */
export class NothingToGoBackTo extends OperatorError {}

export interface GoBackOptions {
  readonly store: EventStore;
  /** Identifies the database, as for a rebuild. */
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly signal?: AbortSignal;
}

/** Returns the previous generation, if the same version of this program's code made it. @throws NothingToGoBackTo */
const requirePrevious = (rows: readonly Checkpoint[], { name, version }: Projection) => {
  const [previous] = retiredFirst(rows.filter((row) => row.name === name));
  if (previous === undefined) {
    throw new NothingToGoBackTo(`There is no generation of ${name} before the live one.`);
  }
  if (previous.version !== version) {
    throw new NothingToGoBackTo(
      `The generation of ${name} before the live one is of version ${previous.version} of its code, and this program has ${version}.`,
    );
  }
  return previous;
};

/** @throws NothingToGoBackTo when it shows events that the log has lost since */
const requireKept = async (store: EventStore, previous: Checkpoint): Promise<void> => {
  if (!(await hasLost(store, previous))) return;
  throw new NothingToGoBackTo(
    `The generation of ${previous.name} before the live one shows events that the log has lost.`,
  );
};

const progressOf = (onProgress: GoBackOptions['onProgress']) => {
  const startedAt = thisMachine.elapsedMs();
  let done = 0;
  return (phase: RebuildProgress['phase'], events: number): void => {
    done += events;
    const seconds = Math.max((thisMachine.elapsedMs() - startedAt) / 1_000, 0.001);
    onProgress?.({ phase, done, total: done, perSecond: Math.round(done / seconds) });
  };
};

const change = async (
  { store, projections, onProgress, signal }: GoBackOptions,
  pool: Pool,
  session: ClientBase,
): Promise<readonly Rebuilt[]> => {
  const names = projections.map(({ name }) => name);
  const rows = await readCheckpoints(session, names);
  const generations: Generation[] = [];
  for (const projection of projections) {
    const previous = requirePrevious(rows, projection);
    await requireKept(store, previous);
    generations.push(new Generation(tablesIn(pool), projection, previous));
  }
  const mark = async (status: 'returning' | 'retired'): Promise<void> => {
    for (const { projection, number: generation } of generations) {
      await markReturning(session, { name: projection.name, generation }, status);
    }
  };
  const report = progressOf(onProgress);
  const onRead = (events: number): void => report('catching-up', events);
  const changeOver = new ChangeOver(
    { store, session, signal, onRead },
    generations,
    ({ status }) => status === 'live',
  );
  report('catching-up', 0);
  try {
    await mark('returning');
    await changeOver.catchUp();
    signal?.throwIfAborted();
    await changeOver.flip();
  } catch (error) {
    // If even this write fails, the next rollback continues from the `returning` state.
    await mark('retired').catch(() => undefined);
    throw error;
  }
  for (const name of names) await dropOldGenerations(session, name);
  report('flipped', 0);
  return generations.map(({ projection: { name }, number: generation, position }) => {
    return { name, generation, position, equal: null };
  });
};

/**
 * Makes the generation that was live before the last change-over the live one again: brings it to the live one's position
 * (or to the head, when that one is parked) while queries go on, and flips as a rebuild does. What was live is kept for
 * going back in turn. Nothing is compared: the person who rolls back has found the two to differ. When anything fails, or the
 * signal aborts, the live ones stay; all the same when the process is killed.
 * @throws NothingToGoBackTo, RebuildUnderWay, and FoldFailed when the one before cannot take an event in
 */
export const goBack = (options: GoBackOptions): Promise<readonly Rebuilt[]> =>
  holdRebuild(
    options.pool,
    options.projections.map(({ name }) => name),
    (pool, session) => change(options, pool, session),
  );
