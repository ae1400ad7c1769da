import { isSameEvent, type EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import { RecordCut, type EventStore } from '#/ledger/event-store.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { Build, Checkpoint, Tables } from '#/projections/engine/tables/tables.ts';
import { FoldFailed } from './working-set.ts';

interface RebuildDependencies {
  readonly store: EventStore;
  readonly tables: Tables;
  readonly build: Build;
  readonly projections: readonly Projection[];
  readonly onProblem?: (name: string | null, error: unknown) => void;
  readonly onLost?: (events: readonly EventRead[]) => Promise<void>;
}

/** The log has lost events, as after a failover to a standby that lacks the last ones. */
class EventsLost extends Error {
  constructor() {
    super('it includes events that the log has lost, and is rebuilt');
    this.name = 'EventsLost';
  }
}

/** Whether rows include an event that the log has lost. */
export const hasLost = async (
  store: EventStore,
  { last }: Pick<Checkpoint, 'last'>,
): Promise<boolean> => {
  if (last === null) return false;
  try {
    const [recorded] = await store.readStream(last.stream, { from: last.revision, limit: 1 });
    return !isSameEvent(recorded, last);
  } catch (error) {
    // Hidden or deleted events were recorded, so they are not lost.
    if (error instanceof RecordCut) return false;
    throw error;
  }
};

/** `hasLost` for many read models. Most have the same last event, which is read once. */
const createLossCheck = (store: EventStore) => {
  const lossByEvent = new Map<string, boolean>();
  return async (row: Pick<Checkpoint, 'last'>): Promise<boolean> => {
    const id = row.last?.id ?? '';
    const isLost = lossByEvent.get(id) ?? (await hasLost(store, row));
    lossByEvent.set(id, isLost);
    return isLost;
  };
};

/** Rebuilds read models together; if that fails at an event, one by one. @returns names of those that cannot be rebuilt */
const rebuildTogether = async (
  dependencies: RebuildDependencies,
  lost: readonly Projection[],
  signal: AbortSignal,
): Promise<readonly string[]> => {
  const { store, build, onProblem } = dependencies;
  try {
    await build(store, lost, signal);
    return [];
  } catch (error) {
    if (!(error instanceof FoldFailed)) throw error;
    if (lost.length === 1) {
      const names = lost.map(({ name }) => name);
      for (const name of names) onProblem?.(name, error);
      return names;
    }
  }
  const failed: string[] = [];
  for (const each of lost) failed.push(...(await rebuildTogether(dependencies, [each], signal)));
  return failed;
};

/**
 * Rebuilds read models that include events which the log has lost: what such an event changed in the rows cannot be undone.
 * @returns names of read models that cannot be rebuilt, because an event cannot be applied; they stay degraded
 * @throws errors of log and database, RebuildUnderWay, and when aborted
 */
export const rebuildAfterLoss = async (
  dependencies: RebuildDependencies,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> => {
  const { store, tables, projections, onProblem, onLost } = dependencies;
  const live = await tables.liveSettled(projections.map(({ name }) => name));
  const isLost = createLossCheck(store);
  const lost: { readonly row: Checkpoint; readonly projection: Projection }[] = [];
  for (const row of live) {
    const projection = projections.find(({ name }) => name === row.name);
    // A read model of another version is maintained by the release that built it.
    if (projection?.version !== row.version || !(await isLost(row))) continue;
    lost.push({ row, projection });
  }
  if (lost.length === 0) return new Set();
  await onLost?.(lost.flatMap(({ row }) => row.last ?? []));
  for (const { row } of lost) {
    const error = new EventsLost();
    onProblem?.(row.name, error);
    // Marked as degraded, so that the rebuild does not compare the new rows with the former ones.
    await tables.markDegraded(row, error.message);
  }
  const models = lost.map(({ projection }) => projection);
  return new Set(await rebuildTogether(dependencies, models, signal));
};
