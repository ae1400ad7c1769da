import { fnv1a } from '#/domain/values/fnv1a.ts';

type Key = readonly (string | number)[];

export interface Draws {
  /** In [0, 1). */
  readonly chance: (purpose: string, ...key: Key) => number;
  /** An integer, both ends included. */
  readonly between: (range: readonly [number, number], purpose: string, ...key: Key) => number;
  readonly pick: <const Values extends readonly [unknown, ...(readonly unknown[])]>(
    values: Values,
    purpose: string,
    ...key: Key
  ) => Values[number];
}

/** @returns a function that counts a name, and returns how often it came */
export const createCounter = (): ((name: string) => number) => {
  const counts = new Map<string, number>();
  return (name) => {
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    return nth;
  };
};

/** Similar keys must not give similar numbers (murmur3's finalizer). */
const spread = (hash: number): number => {
  let bits = hash;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
};

/**
 * A random number depends on seed, variant, purpose and key alone: when an input is taken out of a history, the others keep their random
 * numbers.
 */
export const createDraws = (seed: number, variant = 0): Draws => {
  const source = variant === 0 ? `${seed}` : `${seed}/${variant}`;
  const beginnings = new Map<string, number>();
  const beginningOf = (purpose: string): number => {
    const cached = beginnings.get(purpose) ?? fnv1a(`${source} ${purpose} `);
    beginnings.set(purpose, cached);
    return cached;
  };
  const chance: Draws['chance'] = (purpose, ...key) => {
    let hash = beginningOf(purpose);
    let gap = '';
    // Joining the key first would take longer than hashing it.
    for (const part of key) {
      hash = fnv1a(String(part), fnv1a(gap, hash));
      gap = ' ';
    }
    return spread(hash) / 2 ** 32;
  };
  const between: Draws['between'] = ([from, to], purpose, ...key) =>
    from + Math.floor(chance(purpose, ...key) * (to - from + 1));
  return {
    chance,
    between,
    pick: (values, purpose, ...key) =>
      values[between([0, values.length - 1], purpose, ...key)] ?? values[0],
  };
};
