import type { Position } from '#/ledger/event-store.ts';
import type { RunningProjections } from '#/projections/runner.ts';

/** How long a read waits for what its caller wrote. */
const PATIENCE_MS = 2_000;
/** How often a read is repeated for an exact position before an early one will do. */
const ATTEMPTS = 3;

type Positions = Pick<RunningProjections, 'positions' | 'waitFor'>;

export interface Fresh<Value> {
  readonly value: Value;
  /** What is read contains everything up to here. */
  readonly position: string;
}

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
 * Reads rows of the named read models, no older than `after` if that comes within two seconds;
 * otherwise what there is, and the position tells. The position is exact unless rows change faster
 * than they are read; then it is early, never late.
 */
export const readFresh = async <Value>(
  projections: Positions,
  names: readonly string[],
  after: string | undefined,
  read: () => Promise<Value>,
): Promise<Fresh<Value>> => {
  // Whatever text it is: read models only compare it with their own.
  if (after !== undefined) await projections.waitFor(after as Position, names, PATIENCE_MS);
  for (let attempt = 1; ; attempt += 1) {
    const position = positionOf(projections, names);
    const value = await read();
    if (attempt === ATTEMPTS || positionOf(projections, names) === position) {
      return { value, position };
    }
  }
};
