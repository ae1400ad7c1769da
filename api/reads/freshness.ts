import type { Pool } from 'pg';
import type { Position } from '#/ledger/event-store.ts';
import type { Reader } from '#/projections/engine/define/page.ts';
import type { RunningProjections } from '#/projections/engine/run/runner.ts';
import type { Fresh, Replicas } from './replicas.ts';

/** How long a read waits for what its caller wrote. */
const PATIENCE_MS = 2_000;

type Positions = Pick<RunningProjections, 'positions' | 'waitFor'>;

interface Primary {
  readonly projections: Positions;
  readonly database: Pool;
}

type Read<Value> = (database: Reader) => Promise<Value>;

const positionOf = (projections: Positions, names: readonly string[]): string => {
  const positions = projections.positions();
  return names
    .map((name): string => {
      const position = positions.get(name);
      if (position === undefined) throw new RangeError(`not a read model: ${name}`);
      return position;
    })
    .reduce((first, each) => (each < first ? each : first));
};

/**
 * Reads rows of the named read models where they are written, no older than `after` if that comes within two seconds;
 * otherwise what there is, and the position tells. Rows may be newer than the position says, never older: what changed
 * between is told again, and whoever is told knows it by its place.
 */
export const readPrimary = async <Value>(
  { projections, database }: Primary,
  names: readonly string[],
  after: string | undefined,
  read: Read<Value>,
): Promise<Fresh<Value>> => {
  // Whatever text it is: read models only compare it with their own.
  if (after !== undefined) await projections.waitFor(after as Position, names, PATIENCE_MS);
  const position = positionOf(projections, names);
  return { value: await read(database), position };
};

/**
 * The same, of the replica whose turn it is, unless that does not have `after` yet: a screen sees what it wrote, wherever
 * it reads. The position is of the place that answered. Without `after`, two reads may come from
 * places up to some seconds apart.
 */
export const readFresh = async <Value>(
  places: Primary & { readonly replicas: Pick<Replicas, 'read'> },
  names: readonly string[],
  after: string | undefined,
  read: Read<Value>,
): Promise<Fresh<Value>> =>
  (await places.replicas.read(names, after, read)) ?? readPrimary(places, names, after, read);
