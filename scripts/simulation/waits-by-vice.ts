import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { NOTICE_VICES, VICES } from '#/scripts/simulation/banks/network.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { isAsAsked, type Input } from '#/scripts/simulation/history/history.ts';
import { KIND } from '#/scripts/simulation/log/log-fault-rates.ts';
import { simulate } from './simulation.ts';
import { CARDS, createFaultlessConditions, type SimulationConditions } from './conditions.ts';
import { nameOfCount, WAITS, type Waits } from './waits.ts';

/** One vice, in a world without other faults. */
interface Vice {
  readonly name: string;
  readonly conditions?: Partial<SimulationConditions>;
  /** Whether the vice is an input of the history. */
  readonly isInput?: (input: Input) => boolean;
}

/** The share of calls, notices or appends, in [0, 1]. */
const STRONG = 0.25;
/** If the shared database failed more often, processes could do nothing. */
const RARE = 0.02;

const isOf =
  (...kinds: readonly Input['kind'][]) =>
  ({ kind }: Input): boolean =>
    kinds.includes(kind);

/** The first one is no vice, to compare with: nothing misbehaves. */
export const VICES_ALONE: readonly Vice[] = [
  { name: 'none' },
  ...[...VICES, ...NOTICE_VICES].map((name) => ({
    name,
    conditions: { faultRates: { [name]: STRONG } },
  })),
  { name: 'append ambiguous', conditions: { logFaultRates: { ...KIND, ambiguous: STRONG } } },
  { name: 'append away', conditions: { logFaultRates: { ...KIND, away: STRONG } } },
  { name: 'database away', conditions: { logFaultRates: { ...KIND, databaseAway: RARE } } },
  { name: 'a process dies', isInput: isOf('die', 'kill') },
  { name: 'a process stands still', isInput: isOf('freeze') },
  { name: 'clock jump', isInput: isOf('clock') },
  { name: 'failover', isInput: isOf('failover', 'again') },
  { name: 'accounts cannot be read', isInput: isOf('cut') },
  { name: 'another amount paid', isInput: (input) => 'off' in input },
];

/** Histories whose users' actions are played. */
interface Seeds {
  readonly from: number;
  readonly count: number;
  /** Inputs of a history, of any kind; a few more are added for a purpose. */
  readonly inputs: number;
}

/** @returns how much waits for a person in the end, by its kind */
export const sumWaits = async (
  { conditions = {}, isInput = () => false }: Vice,
  { from, count, inputs }: Seeds,
  providerCases: readonly ProviderCases<never>[],
): Promise<ReadonlyMap<Waits, number>> => {
  const sums = new Map<Waits, number>(WAITS.map((kind) => [kind, 0]));
  for (let seed = from; seed < from + count; seed += 1) {
    const history = drawHistory(seed, inputs).filter((each) => isAsAsked(each) || isInput(each));
    const { counts } = await simulate(
      { ...createFaultlessConditions(seed, CARDS), ...conditions },
      history,
      providerCases,
    );
    for (const kind of WAITS)
      sums.set(kind, (sums.get(kind) ?? 0) + (counts.get(nameOfCount(kind)) ?? 0));
  }
  return sums;
};
