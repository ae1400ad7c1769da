import { chanceOf } from '#/scripts/testing/chance.ts';

/** How often each comes: everything at once takes longest to come back, and leaves least time for what some survive. */
const WEIGHTS = {
  'freeze process': 8,
  'kill process': 6,
  'freeze backend': 3,
  'kill backend': 3,
  'kill everything': 1,
  'freeze event store': 4,
  'kill event store': 4,
} as const;

export type FaultKind = keyof typeof WEIGHTS;

/** What can go wrong wherever the log is. */
export const ANYWHERE = [
  'freeze process',
  'kill process',
  'freeze backend',
  'kill backend',
  'kill everything',
] as const satisfies readonly FaultKind[];

/** … and when it is in an EventStoreDB. */
export const WITH_EVENT_STORE: readonly FaultKind[] = [
  ...ANYWHERE,
  'freeze event store',
  'kill event store',
];

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

const FROZEN_MS = { process: [3_000, 12_000], store: [2_000, 5_000] } as const;
const PAUSE_MS = [1_000, 4_000] as const;

/** Faults in the order of their coming; the same of the same seed. Each kind is among them when there is room for all. */
export const drawFaults = (
  seed: number,
  count: number,
  kinds: readonly FaultKind[] = ANYWHERE,
): readonly Fault[] => {
  const chance = chanceOf(seed);
  const between = ([from, to]: readonly [number, number]): number => from + chance() * (to - from);
  const lots = kinds.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));
  const anyKind = (): FaultKind => lots[Math.floor(chance() * lots.length)] ?? 'kill process';
  const sure = count >= kinds.length ? kinds : [];
  const drawn = [...sure, ...Array.from({ length: count - sure.length }, anyKind)];
  return drawn
    .map((kind) => ({ kind, place: chance() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ kind }) => ({
      kind,
      afterMs: between(PAUSE_MS),
      forMs: between(kind === 'freeze process' ? FROZEN_MS.process : FROZEN_MS.store),
      leader: chance() < 0.5,
      whom: chance(),
    }));
};
