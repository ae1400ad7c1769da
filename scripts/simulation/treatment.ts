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
import { KIND, type LogManners } from '#/scripts/simulation/log/log-manners.ts';
import { VICES, type Temper } from '#/scripts/simulation/banks/network.ts';

/** How the world treats the product in one run. */
export interface Treatment {
  readonly seed: number;
  /** How many processes of the product run, each on its own machine. */
  readonly processes: 1 | 2;
  readonly temper: Temper;
  readonly manners: LogManners;
  /** Names of the acquirers that charge and pay out, in the order of their shares. */
  readonly acquirers: readonly string[];
  readonly repetition: Repetition;
  /**
   * Seconds after which a call can no longer reach an acquirer, as acquirers document; undefined = only the sandbox documents such a time.
   */
  readonly absence: number | undefined;
  /** Whether cards go to an acquirer that only authorises a charge, and captures it in a call of its own. */
  readonly isCaptured: boolean;
  /** Milliseconds from the beginning in which acquirers answer no look-up. */
  readonly silentMs: number;
  /** Gets each line of the trace. */
  readonly onLine?: (line: string) => void;
}

/**
 * Pairs of acquirers that charge by PIX, refund and pay out. They differ: not all find requests by our reference, and not all may be sent
 * a request again.
 */
const ACQUIRERS = [
  ['zendry', 'cashtime'],
  ['cashtime', 'zendry'],
  ['rapdyn', 'zendry'],
  ['sandbox', 'zendry'],
  ['sandbox', 'cashtime'],
  ['zendry', 'sandbox'],
] as const;

/** The first acquirer of each pair finds payouts by our reference. */
const LOOKED_UP = [
  ['zendry', 'sandbox'],
  ['zendry', 'cashtime'],
] as const;

/** The probability of each vice, in every history. */
const USUAL: Temper = {
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
};

const STRONG = 0.25;
const MOSTLY = 0.7;
/** The first call comes late, the second one, which follows it meanwhile, is declined, and no notice says what came of the first. */
const LATE_THEN_DECLINED: Temper = {
  late: MOSTLY,
  'refused before': 0.5,
  'notice lost': MOSTLY,
};
/** Milliseconds. Five days: payouts are left to staff after three. */
const SILENT = 5 * 86_400_000;
const UNANSWERED = ['answer lost', 'broken after'] as const;

/** Draws how the world treats the product in a seed, the same each time. One to three vices (kinds of misbehaviour) are frequent in it. */
export const drawTreatment = (seed: number): Treatment => {
  const { pick } = createDraws(seed);
  const drawn = ['first', 'second'].map((which) => pick(VICES, 'strong vice', which));
  // When a refund succeeds, its hold is released together with the money that is taken back. If the acquirer declines the refund, a command
  // of its own releases the hold. Of these acquirers, only the sandbox documents how it declines.
  const isDeclined = aimOf(seed) === 'append RefundHoldReleased';
  // A charge is left to staff if its answer is lost and its acquirer cannot look it up.
  const isLeft = aimOf(seed) === 'append PaymentLeftUnresolved';
  // In this seed another account replaces the one under which a payout is sent. The new account would say that it has no such payout, and
  // the product must not believe that. It can do so wrongly only if the acquirer finds payouts by our reference, and documents after which
  // time a call can no longer reach it.
  const isReplaced = replacementOf(seed) === 'account';
  const acquirers = isReplaced ? LOOKED_UP : ACQUIRERS;
  const aimed = isDeclined ? (['refused before'] as const) : UNANSWERED;
  const isRefusing = isDeclined || isMuchRefused(seed) || isSecondDeclined(seed);
  const isQuiet = isSilent(seed) && !isReplaced && !isRefusing;
  const strong = isDeclined || isLeft ? aimed : isQuiet ? UNANSWERED : drawn;
  return {
    seed,
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
    temper: {
      ...USUAL,
      ...Object.fromEntries(strong.map((vice) => [vice, STRONG])),
      ...(isMuchRefused(seed) && { 'refused before': MOSTLY }),
      ...(isSecondDeclined(seed) && LATE_THEN_DECLINED),
      ...(isRefundLate(seed) && { late: 0.4 }),
      ...(isAboutClocks(seed) && { late: MOSTLY }),
    },
    manners: { ambiguous: 0.04, away: 0.01, databaseAway: 0.002, isSparse: true },
  };
};

/** Acquirers, one of which takes cards and boletos. */
export const CARDS: readonly string[] = ['sandbox', 'zendry'];

/** A log and acquirers that do every request without a vice. */
export const treatKindly = (seed: number, acquirers: readonly string[]): Treatment => ({
  seed,
  processes: 2,
  temper: {},
  manners: KIND,
  acquirers,
  repetition: 'once',
  absence: undefined,
  isCaptured: false,
  silentMs: 0,
});
