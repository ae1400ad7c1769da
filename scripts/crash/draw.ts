const KINDS = [
  'kill process',
  'freeze process',
  'kill backend',
  'freeze backend',
  'kill everything',
] as const;

export type FaultKind = (typeof KINDS)[number];

/** One thing that goes wrong, as chance has it. */
export interface Fault {
  readonly kind: FaultKind;
  /** How long everything goes on before. */
  readonly afterMs: number;
  /** How long what is frozen stays so. */
  readonly forMs: number;
  /** Hits a process that leads, when one does. */
  readonly leader: boolean;
  /** In [0, 1): whom of those that there are. */
  readonly whom: number;
}

/** Everything at once takes longest to come back, and leaves the least time for what only some survive. */
const WEIGHTS: readonly (readonly [kind: FaultKind, upTo: number])[] = [
  ['freeze process', 0.38],
  ['kill process', 0.66],
  ['freeze backend', 0.82],
  ['kill backend', 0.95],
  ['kill everything', 1],
];

const FROZEN_MS = { process: [3_000, 12_000], backend: [2_000, 5_000] } as const;
const PAUSE_MS = [1_000, 4_000] as const;

/** Numbers in [0, 1) that follow from a seed (mulberry32). */
const chanceOf = (seed: number): (() => number) => {
  let state = Math.trunc(seed);
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Faults in the order of their coming; the same of the same seed. Each kind is among them when there is room for all. */
export const drawFaults = (seed: number, count: number): readonly Fault[] => {
  const chance = chanceOf(seed);
  const between = ([from, to]: readonly [number, number]): number => from + chance() * (to - from);
  const anyKind = (): FaultKind => {
    const drawn = chance();
    return WEIGHTS.find(([, upTo]) => drawn < upTo)?.[0] ?? 'kill process';
  };
  const sure = count >= KINDS.length ? KINDS : [];
  const kinds = [...sure, ...Array.from({ length: count - sure.length }, anyKind)];
  return kinds
    .map((kind) => ({ kind, place: chance() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ kind }) => ({
      kind,
      afterMs: between(PAUSE_MS),
      forMs: between(kind === 'freeze backend' ? FROZEN_MS.backend : FROZEN_MS.process),
      leader: chance() < 0.5,
      whom: chance(),
    }));
};
