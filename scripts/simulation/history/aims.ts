import { createDraws } from '#/scripts/simulation/draws.ts';
import { DRAWN_OPERATIONS, RARE_OPERATIONS } from '#/scripts/simulation/operations.ts';

/** Calls at which processes are to die, one for each seed; the rare ones occur several times. */
const AIMS = [DRAWN_OPERATIONS, ...Array.from({ length: 6 }, () => RARE_OPERATIONS)].flat();

export const aimOf = (seed: number): (typeof AIMS)[number] | undefined => AIMS[seed % AIMS.length];

/** Whether processes are to die at a call that is made only after the log has lost events that read models show. */
export const isAboutLost = (seed: number): boolean =>
  /tables (?:latest|take over|mark)|read log/.test(aimOf(seed) ?? '');

export const isAboutParked = (seed: number): boolean => aimOf(seed)?.endsWith('park') ?? false;

export const isAboutAccounts = (seed: number): boolean =>
  /credentials put|AcquirerConnected/.test(aimOf(seed) ?? '');

/** What replaces an account in the history of a seed. */
export const replacementOf = (seed: number): 'keys' | 'account' | undefined => {
  const drawn = createDraws(seed).chance('account');
  if (isAboutAccounts(seed)) return 'keys';
  if (drawn < 0.16) return 'keys';
  return drawn < 0.46 ? 'account' : undefined;
};

/** Whether the sandbox refuses most requests, those for registrations too. */
export const isMuchRefused = (seed: number): boolean => seed % 60 === 18;

/** Whether most calls come late, so that a second call for a payout can be declined before the first one arrives. */
export const isSecondDeclined = (seed: number): boolean => seed % 30 === 12;

/** Whether most calls come late: a process whose clock is ahead may conclude that such a call was never made. */
export const isAboutClocks = (seed: number): boolean => [52, 89].includes(seed % 100);

/** Whether many calls come late. In other seeds few calls for a refund come late. */
export const isRefundLate = (seed: number): boolean =>
  aimOf(seed) === 'refund' || aimOf(seed) === 'append RefundAttempted';

/** Whether cards are captured in a call of their own. */
export const isCaptured = (seed: number): boolean => createDraws(seed).chance('captured') < 0.35;

/** Whether staff decide open cases, and whether they err. */
export const staffIn = (seed: number): { readonly errs: boolean } | undefined => {
  const { chance } = createDraws(seed);
  return chance('staff') < 0.5 ? { errs: chance('staff errs') < 0.5 } : undefined;
};

/** Whether acquirers answer no look-ups at first. Staff then decide, and err, and later notices can contradict them. */
export const isSilent = (seed: number): boolean =>
  staffIn(seed)?.errs === true && createDraws(seed).chance('silent') < 0.3;
