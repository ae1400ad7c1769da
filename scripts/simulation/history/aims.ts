import { createDraws } from '#/scripts/simulation/draws.ts';
import { DRAWN_OPERATIONS, RARE_OPERATIONS } from '#/scripts/simulation/operations.ts';

/**
 * The calls at which processes are to die. Seeds take them in turn, one each. Every drawn operation is among them, the rare ones several
 * times.
 */
const AIMS = [DRAWN_OPERATIONS, ...Array.from({ length: 6 }, () => RARE_OPERATIONS)].flat();

export const aimOf = (seed: number): (typeof AIMS)[number] | undefined => AIMS[seed % AIMS.length];

/**
 * Whether the seed aims at a call that the product makes only after the log has lost events which read models already show. The product
 * then derives these read models again.
 */
export const isAboutLost = (seed: number): boolean =>
  /tables (?:latest|take over|mark)|read log/.test(aimOf(seed) ?? '');

export const isAboutParked = (seed: number): boolean => aimOf(seed)?.endsWith('park') ?? false;

export const isAboutAccounts = (seed: number): boolean =>
  /credentials put|AcquirerConnected/.test(aimOf(seed) ?? '');

/** Whether new keys or another account replace an account in the history of a seed; undefined = neither. */
export const replacementOf = (seed: number): 'keys' | 'account' | undefined => {
  const drawn = createDraws(seed).chance('account');
  if (isAboutAccounts(seed)) return 'keys';
  if (drawn < 0.16) return 'keys';
  return drawn < 0.46 ? 'account' : undefined;
};

/** Whether acquirers refuse much in a seed, registrations among it. */
export const isMuchRefused = (seed: number): boolean => seed % 60 === 18;

/**
 * Whether an acquirer that carries out a repeated call once gets many calls late, and declines many others, in a seed: then it may decline
 * the second call for a payout or refund, and carry out the first one after that.
 */
export const isSecondDeclined = (seed: number): boolean => seed % 30 === 12;

/**
 * Whether many calls come late in a seed whose clocks are set wrong: a process whose clock is ahead may then conclude that a call which is
 * still on its way was never made.
 */
export const isAboutClocks = (seed: number): boolean => seed % 100 === 89;

/** Whether many calls come late in a seed with refunds, because few calls for a refund do otherwise. */
export const isRefundLate = (seed: number): boolean =>
  aimOf(seed) === 'refund' || aimOf(seed) === 'append RefundAttempted';

/** Whether cards are captured in a call of their own in a seed. */
export const isCaptured = (seed: number): boolean => createDraws(seed).chance('captured') < 0.35;

/** Whether staff decide open cases in a seed, and whether they err; undefined = they leave them open. */
export const staffIn = (seed: number): { readonly errs: boolean } | undefined => {
  const { chance } = createDraws(seed);
  return chance('staff') < 0.5 ? { errs: chance('staff errs') < 0.5 } : undefined;
};

/**
 * Whether acquirers answer no look-up for days in a seed; only where staff err. Payouts are then left to staff, also those of acquirers
 * whose notices can later contradict a wrong decision.
 */
export const isSilent = (seed: number): boolean =>
  staffIn(seed)?.errs === true && createDraws(seed).chance('silent') < 0.3;
