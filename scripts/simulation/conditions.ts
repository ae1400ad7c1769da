import { createDraws } from './draws.ts';
import {
  aimOf,
  isAboutClocks,
  isCaptured,
  isMuchRefused,
  isRefundLate,
  isSecondDeclined,
  isSilent,
  replacementOf,
} from '#/scripts/simulation/history/aims.ts';
import type { Repetition } from '#/scripts/simulation/banks/acquirer.ts';
import { KIND, type LogFaultRates } from '#/scripts/simulation/log/log-fault-rates.ts';
import { ABSENT_AT_FIRST, VICES, type FaultRates } from '#/scripts/simulation/banks/network.ts';

/** The conditions of a run: processes, acquirers and the rates of faults. */
export interface SimulationConditions {
  readonly seed: number;
  /** Another variant draws anew what happens under the same history: how long calls take, who answers what, when the log fails. */
  readonly variant: number;
  /** Processes, each on its own machine. */
  readonly processes: 1 | 2;
  readonly faultRates: FaultRates;
  readonly logFaultRates: LogFaultRates;
  /** Acquirers that charge and pay out, by share. */
  readonly acquirers: readonly string[];
  readonly repetition: Repetition;
  /** Seconds after which no call reaches an acquirer; undefined = only the sandbox documents such a limit. */
  readonly absence: number | undefined;
  /** Cards go to an acquirer that captures in a call of its own. */
  readonly isCaptured: boolean;
  /** Milliseconds from the beginning without an answer to look-ups. */
  readonly silentMs: number;
  /** Gets each line of the trace. Absent = no trace is written, which is faster. */
  readonly onLine?: (line: string) => void;
}

/** Acquirers for PIX, refunds and payouts; not all find requests by our reference. */
const ACQUIRERS = [
  ['zendry', 'cashtime'],
  ['cashtime', 'zendry'],
  ['rapdyn', 'zendry'],
  ['sandbox', 'zendry'],
  ['sandbox', 'cashtime'],
  ['zendry', 'sandbox'],
] as const;

/** The first of a pair finds payouts by our reference. */
const LOOKED_UP = [
  ['zendry', 'sandbox'],
  ['zendry', 'cashtime'],
] as const;

/** Probabilities of vices in every history. */
const USUAL: FaultRates = {
  unreachable: 0.03,
  'request lost': 0.03,
  'answer lost': 0.05,
  'broken before': 0.02,
  'broken after': 0.03,
  'refused before': 0.02,
  'refused after': 0.03,
  'garbage after': 0.02,
  late: 0.03,
  'notice lost': 0.1,
  'notice twice': 0.1,
  'notice late': 0.1,
  [ABSENT_AT_FIRST]: 0.25,
};

const STRONG = 0.25;
const MOSTLY = 0.7;
/** The second call is declined before the first arrives, and no notice tells its outcome. */
const LATE_THEN_DECLINED: FaultRates = {
  late: MOSTLY,
  'refused before': 0.5,
  'notice lost': MOSTLY,
};
/** Five days in milliseconds: longer than the three days after which payouts are left to staff. */
const SILENT = 5 * 86_400_000;
const UNANSWERED = ['answer lost', 'broken after'] as const;

/** Draws the conditions of a seed, always the same: one or two frequent vices, and what the seed's aim needs. */
export const drawConditions = (seed: number, variant = 0): SimulationConditions => {
  const { pick } = createDraws(seed);
  const drawn = ['first', 'second'].map((which) => pick(VICES, 'strong vice', which));
  // After a declined refund, a command of its own releases the hold.
  const isDeclined = aimOf(seed) === 'append RefundHoldReleased';
  // A charge is left to staff if its answer is lost and there is no look-up.
  const isLeft = aimOf(seed) === 'append PaymentLeftUnresolved';
  // A look-up at the new account does not find the payout. The product must not conclude that it was never made.
  const isReplaced = replacementOf(seed) === 'account';
  const acquirers = isReplaced ? LOOKED_UP : ACQUIRERS;
  const aimed = isDeclined ? (['refused before'] as const) : UNANSWERED;
  const isRefusing = isDeclined || isMuchRefused(seed) || isSecondDeclined(seed);
  const isQuiet = isSilent(seed) && !isReplaced && !isRefusing;
  const strong = isDeclined || isLeft ? aimed : isQuiet ? UNANSWERED : drawn;
  return {
    seed,
    variant,
    processes: 2,
    acquirers: isSecondDeclined(seed)
      ? ['sandbox']
      : isRefusing
        ? ['sandbox', 'zendry']
        : isLeft || isQuiet
          ? ['zendry', 'cashtime']
          : pick(acquirers, 'acquirers'),
    repetition: pick(['once', 'again', 400, 409, 422] as const, 'repetition'),
    isCaptured: isCaptured(seed),
    silentMs: isQuiet ? SILENT : 0,
    absence:
      isReplaced || isAboutClocks(seed) ? 60 : pick([undefined, 60, 120] as const, 'absence'),
    faultRates: {
      ...USUAL,
      ...Object.fromEntries(strong.map((vice) => [vice, STRONG])),
      ...(isMuchRefused(seed) && { 'refused before': MOSTLY }),
      ...(isSecondDeclined(seed) && LATE_THEN_DECLINED),
      ...(isRefundLate(seed) && { late: 0.4 }),
      ...(isAboutClocks(seed) && { late: MOSTLY }),
    },
    logFaultRates: { ambiguous: 0.04, away: 0.01, databaseAway: 0.002, isSparse: true },
  };
};

/** One of these acquirers takes cards and boletos. */
export const CARDS: readonly string[] = ['sandbox', 'zendry'];

/** A world without vices. */
export const createFaultlessConditions = (
  seed: number,
  acquirers: readonly string[],
): SimulationConditions => ({
  seed,
  variant: 0,
  processes: 2,
  faultRates: {},
  logFaultRates: KIND,
  acquirers,
  repetition: 'once',
  absence: undefined,
  isCaptured: false,
  silentMs: 0,
});
