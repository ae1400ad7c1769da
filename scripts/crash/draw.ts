import { createRandom } from '#/scripts/seeds/random.ts';

/** Relative frequencies. "Kill everything" is rare: every process must start again after it. */
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

/** Faults wherever the log is kept. */
export const ANYWHERE = [
  'freeze process',
  'kill process',
  'freeze backend',
  'kill backend',
  'kill everything',
] as const satisfies readonly FaultKind[];

/** Faults when the log is in an EventStoreDB. */
export const WITH_EVENT_STORE: readonly FaultKind[] = [
  ...ANYWHERE,
  'freeze event store',
  'kill event store',
];

export interface Fault {
  readonly kind: FaultKind;
  /** Milliseconds to wait before this fault. */
  readonly afterMs: number;
  /** Milliseconds of a freeze. */
  readonly forMs: number;
  /** The victim is a process that holds leases, if any does. */
  readonly leader: boolean;
  /** A number in [0, 1) that picks a victim. */
  readonly whichVictim: number;
}

const FROZEN_MS = { process: [3_000, 12_000], store: [2_000, 5_000] } as const;
const PAUSE_MS = [1_000, 4_000] as const;

/** The same seed gives the same faults. Each kind comes at least once if `count` allows. */
export const drawFaults = (
  seed: number,
  count: number,
  kinds: readonly FaultKind[] = ANYWHERE,
): readonly Fault[] => {
  const chance = createRandom(seed);
  const drawBetween = ([from, to]: readonly [number, number]): number =>
    from + chance() * (to - from);
  const lots = kinds.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));
  const anyKind = (): FaultKind => lots[Math.floor(chance() * lots.length)] ?? 'kill process';
  const oneOfEach = count >= kinds.length ? kinds : [];
  const kindsInTurn = [...oneOfEach, ...Array.from({ length: count - oneOfEach.length }, anyKind)];
  return kindsInTurn
    .map((kind) => ({ kind, place: chance() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ kind }) => ({
      kind,
      afterMs: drawBetween(PAUSE_MS),
      forMs: drawBetween(kind === 'freeze process' ? FROZEN_MS.process : FROZEN_MS.store),
      leader: chance() < 0.5,
      whichVictim: chance(),
    }));
};
