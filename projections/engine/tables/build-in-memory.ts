import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import { eventReadOf, type EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import { WorkingSet } from '#/projections/engine/run/working-set.ts';
import type { MemoryTables } from './memory.ts';
import type { Build, TableRows } from './tables.ts';

/** Folds batches of events, and keeps all rows in memory until `tables` returns them. */
export const foldWhole = (projection: Projection) => {
  const rows = new WorkingSet(projection);
  return {
    /** @throws FoldFailed */
    take: (events: readonly RecordedEvent[]): void => {
      rows.collectKeys(events);
      rows.fold(events);
    },
    tables: (): readonly TableRows[] => [
      ...rows.keyed.map((each) => ({
        table: each.table,
        rows: each.takeAll().map(({ row }) => row),
      })),
      ...[...rows.logs, ...rows.sums].map((each) => ({ table: each.table, rows: each.take() })),
    ],
  };
};

/** Builds read models in memory, as `rebuild` does in a database. */
export const buildInMemory =
  (tables: Pick<MemoryTables, 'latest' | 'takeOver'>): Build =>
  async (store, projections, signal) => {
    const latest = await tables.latest(projections.map(({ name }) => name));
    const folds = projections.map((projection) => ({ projection, fold: foldWhole(projection) }));
    let last: EventRead | null = null;
    for await (const batch of store.readAll({ ...(signal && { signal }) })) {
      const events = batch.map(decode);
      for (const { fold } of folds) fold.take(events);
      last = eventReadOf(events.at(-1)) ?? last;
    }
    await tables.takeOver(
      folds.map(({ projection: { name, version }, fold }) => {
        const generation = (latest.get(name) ?? 0) + 1;
        const position = last?.position ?? '';
        return { name, version, generation, position, last, tables: fold.tables() };
      }),
    );
  };
