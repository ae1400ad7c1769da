import { thisMachine } from '#/ledger/machine.ts';
import type { ClientBase, Pool } from 'pg';
import type { EventStore } from '#/ledger/event-store.ts';
import { SwitchOver, withRebuildLock } from './switch-over.ts';
import {
  dropOldGenerations,
  markReturning,
  readCheckpoints,
  sortByRetirement,
} from '#/projections/engine/tables/checkpoint-table.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { Generation } from '#/projections/engine/run/generation.ts';
import { hasLost } from '#/projections/engine/run/lost-events.ts';
import { tablesIn } from '#/projections/engine/tables/postgres.ts';
import type { Checkpoint } from '#/projections/engine/tables/tables.ts';
import type { RebuildProgress, Rebuilt } from './rebuild.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** There is no previous generation that this program can continue. */
export class NothingToRollBackTo extends OperatorError {}

export interface RollBackOptions {
  readonly store: EventStore;
  /** Identifies the database, as for a rebuild. */
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  readonly onProgress?: (progress: RebuildProgress) => void;
  readonly signal?: AbortSignal;
}

/** @throws NothingToRollBackTo when there is no previous generation, or it has another `version` than this program */
const requirePrevious = (rows: readonly Checkpoint[], { name, version }: Projection) => {
  const [previous] = sortByRetirement(rows.filter((row) => row.name === name));
  if (previous === undefined) {
    throw new NothingToRollBackTo(`There is no generation of ${name} before the live one.`);
  }
  if (previous.version !== version) {
    throw new NothingToRollBackTo(
      `The generation of ${name} before the live one is of version ${previous.version} of its code, and this program has ${version}.`,
    );
  }
  return previous;
};

/** @throws NothingToRollBackTo when the previous generation includes events that the log has since lost */
const requireNoLoss = async (store: EventStore, previous: Checkpoint): Promise<void> => {
  if (!(await hasLost(store, previous))) return;
  throw new NothingToRollBackTo(
    `The generation of ${previous.name} before the live one includes events that the log has lost.`,
  );
};

const progressOf = (onProgress: RollBackOptions['onProgress']) => {
  const startedAt = thisMachine.elapsedMs();
  let done = 0;
  return (phase: RebuildProgress['phase'], events: number): void => {
    done += events;
    const seconds = Math.max((thisMachine.elapsedMs() - startedAt) / 1_000, 0.001);
    onProgress?.({ phase, done, total: done, perSecond: Math.round(done / seconds) });
  };
};

const switchBack = async (
  { store, projections, onProgress, signal }: RollBackOptions,
  pool: Pool,
  session: ClientBase,
): Promise<readonly Rebuilt[]> => {
  const names = projections.map(({ name }) => name);
  const rows = await readCheckpoints(session, names);
  const generations: Generation[] = [];
  for (const projection of projections) {
    const previous = requirePrevious(rows, projection);
    await requireNoLoss(store, previous);
    generations.push(new Generation(tablesIn(pool), projection, previous));
  }
  const mark = async (status: 'returning' | 'retired'): Promise<void> => {
    for (const { projection, number: generation } of generations) {
      await markReturning(session, { name: projection.name, generation }, status);
    }
  };
  const report = progressOf(onProgress);
  const onRead = (events: number): void => report('catching-up', events);
  const switchOver = new SwitchOver(
    { store, session, signal, onRead },
    generations,
    ({ status }) => status === 'live',
  );
  report('catching-up', 0);
  try {
    await mark('returning');
    await switchOver.catchUp();
    signal?.throwIfAborted();
    await switchOver.flip();
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
 * Makes the previous generation live again. The two generations are not compared, because a difference may be the reason for the rollback.
 * @throws NothingToRollBackTo, RebuildUnderWay, and FoldFailed when the previous generation cannot apply an event
 */
export const rollBack = (options: RollBackOptions): Promise<readonly Rebuilt[]> =>
  withRebuildLock(
    options.pool,
    options.projections.map(({ name }) => name),
    (pool, session) => switchBack(options, pool, session),
  );
