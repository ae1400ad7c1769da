import type { Pool } from 'pg';
import { Rejected } from '#/api/http/problem.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import type { Fresh, Replicas } from './replicas.ts';

/** Longest time that a read waits for its caller's own write. */
const LONGEST_WAIT_MS = 2_000;

type Positions = Pick<RunningProjections, 'positions' | 'waitFor'>;

interface Primary {
  readonly projections: Positions;
  readonly database: Pool;
}

type ReadQuery<Value> = (database: Queryable) => Promise<Value>;

const positionOf = (projections: Positions, names: readonly string[]): string => {
  const positions = projections.positions();
  return names
    .map((name): string => {
      const position = positions.get(name);
      if (position === undefined) throw new RangeError(`not a read model: ${name}`);
      return position;
    })
    .reduce((earliest, each) => (each < earliest ? each : earliest));
};

/** Waits two seconds at most for `after`. Rows may be newer than the returned position. */
export const readPrimary = async <Value>(
  { projections, database }: Primary,
  names: readonly string[],
  after: string | undefined,
  read: ReadQuery<Value>,
): Promise<Fresh<Value>> => {
  // Any text is safe here: read models only compare it with their own positions.
  if (after !== undefined) await projections.waitFor(after as Position, names, LONGEST_WAIT_MS);
  const position = positionOf(projections, names);
  return { value: await read(database), position };
};

/** @throws Rejected `service/unavailable` while a read model is behind the log */
export const readCurrent = async <Value>(
  { core, ...primary }: Primary & { readonly core: { readonly store: Pick<EventStore, 'head'> } },
  names: readonly string[],
  read: ReadQuery<Value>,
): Promise<Value> => {
  const head = await core.store.head();
  const { value, position } = await readPrimary(primary, names, head, read);
  if (head !== undefined && position < head) throw new Rejected('service/unavailable');
  return value;
};

/** Reads from the next replica if it has reached `after`, else from the primary. */
export const readFresh = async <Value>(
  sources: Primary & { readonly replicas: Pick<Replicas, 'read'> },
  names: readonly string[],
  after: string | undefined,
  read: ReadQuery<Value>,
): Promise<Fresh<Value>> =>
  (await sources.replicas.read(names, after, read)) ?? readPrimary(sources, names, after, read);
