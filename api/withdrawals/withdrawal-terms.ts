import type { SellerCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { loadSettingsForSeller } from '#/api/reads/platform-settings.ts';
import { sumWithdrawnOn } from '#/domain/account/state.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { dayOf } from '#/domain/values/time.ts';
import { smallestWithdrawal } from '#/domain/withdrawal/within-limits.ts';
import { lacksApproval } from './lacks-approval.ts';
import { findWithdrawalPause } from './withdrawal-pause.ts';

/** In cents. */
export interface WithdrawalTerms {
  readonly fee: number;
  /** More than the fee. */
  readonly minimum: number;
}

export const withdrawalTerms = ({ withdrawals }: PlatformDetails): WithdrawalTerms => ({
  fee: withdrawals.fee,
  minimum: smallestWithdrawal(withdrawals),
});

/** @throws Refused `withdrawal/above-largest` */
export const requireAtMostLargest = (
  { withdrawals: { largest } }: PlatformDetails,
  amount: number,
): void => {
  if (largest !== undefined && amount > largest)
    throw new Refused('withdrawal/above-largest', { largest });
};

/**
 * Requires that the limits ever let so much, and the smallest withdrawal, be withdrawn at once.
 * @throws Refused `withdrawal/above-largest`, `withdrawal/above-day`
 */
export const requireEverPossible = (settings: PlatformDetails, chosenMinimum: number): void => {
  const amount = Math.max(chosenMinimum, withdrawalTerms(settings).minimum);
  requireAtMostLargest(settings, amount);
  const { largestPerDay } = settings.withdrawals;
  if (largestPerDay !== undefined && amount > largestPerDay)
    throw new Refused('withdrawal/above-day', { largestPerDay });
};

/** In cents. */
export interface Balance {
  readonly settings: PlatformDetails;
  readonly available: number;
}

/** Loads what a seller has available, and the terms for it. */
export const loadBalance = async (
  { accounts, handler, now }: Pick<Services['core'], 'accounts' | 'handler' | 'now'>,
  owner: Pick<SellerCaller, 'sellerId' | 'platformId'>,
): Promise<Balance> => {
  const settings = await loadSettingsForSeller(handler, owner);
  const account = await accounts.load(owner, now());
  return { settings, available: account.status === 'OPEN' ? account.available : 0 };
};

/** Returns what is left of the day's limit, in cents; null = no limit. */
export const findLeftOfDay = async (
  { accounts, now }: Services['core'],
  { sellerId, platformId }: Pick<SellerCaller, 'sellerId' | 'platformId'>,
  largestPerDay: number | undefined,
): Promise<number | null> => {
  if (largestPerDay === undefined) return null;
  const at = now();
  const account = await accounts.load({ sellerId, platformId }, at);
  const withdrawn = account.status === 'OPEN' ? sumWithdrawnOn(account, dayOf(at)) : 0;
  return Math.max(0, largestPerDay - withdrawn);
};

export const loadCurrentTerms = async (
  services: Services,
  caller: SellerCaller,
): Promise<OutputOf<'seller.getWithdrawalTerms'>> => {
  const { core } = services;
  const settings = await loadSettingsForSeller(core.handler, caller);
  const { largest = null, largestPerDay, approvalAbove = null } = settings.withdrawals;
  return {
    ...withdrawalTerms(settings),
    restsUntil: (await findWithdrawalPause(services, caller.sellerId)) ?? null,
    lacksApproval: await lacksApproval(core, caller.sellerId),
    largest,
    leftToday: await findLeftOfDay(core, caller, largestPerDay),
    approvalAbove,
  };
};
