import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { AnyRow } from '#/projections/engine/define/table.ts';
import { foldWhole } from '#/projections/engine/tables/build-in-memory.ts';
import { createMemoryTables, type MemoryTables } from '#/projections/engine/tables/memory.ts';
import { decodeShared } from '#/ledger/codec.ts';
import type { Position, Recorded } from '#/ledger/event-store.ts';

/**
 * The latest rebuild. It is used again if the log still has the same last event, as after most sleeps: then all events before it are the
 * same, because the log only grows, or loses its newest events.
 */
let latest:
  | { readonly last: Recorded; readonly of: readonly Projection[]; readonly rebuilt: MemoryTables }
  | undefined;

/** Makes the read models anew from the log. */
const rebuildFrom = async (
  events: readonly Recorded[],
  projections: readonly Projection[],
): Promise<MemoryTables> => {
  const last = events.at(-1);
  if (last && latest?.last === last && latest.of === projections) return latest.rebuilt;
  const rebuilt = createMemoryTables(() => 0);
  const decoded = events.map(decodeShared);
  const position: Position | '' = last?.position ?? '';
  const generations = projections.map((projection) => {
    const { name, version } = projection;
    const rows = foldWhole(projection);
    rows.take(decoded);
    return { name, version, generation: 1, position, last: null, tables: rows.tables() };
  });
  await rebuilt.takeOver(generations);
  if (last) latest = { last, of: projections, rebuilt };
  return rebuilt;
};

const areDifferent = (one: readonly AnyRow[], other: readonly AnyRow[]): boolean =>
  JSON.stringify(one) !== JSON.stringify(other);

/** @returns the read models that differ from a rebuild or do not follow the log */
export const judgeRows = async (
  tables: MemoryTables,
  events: readonly Recorded[],
  projections: readonly Projection[],
): Promise<readonly string[]> => {
  const rebuilt = await rebuildFrom(events, projections);
  const live = await tables.live(projections.map(({ name }) => name));
  const head = events.at(-1)?.position;
  return projections.flatMap((projection) => {
    const { name } = projection;
    const checkpoint = live.find((each) => each.name === name);
    if (checkpoint?.status !== 'live') return [`${name} is ${checkpoint?.status ?? 'not there'}`];
    if (checkpoint.position !== head) return [`${name} is behind the log`];
    return Object.values(projection.tables)
      .filter((table) =>
        areDifferent(tables.all(projection, table), rebuilt.all(projection, table)),
      )
      .map((table) => `${name} has other rows of ${table.name} than a rebuild`);
  });
};
