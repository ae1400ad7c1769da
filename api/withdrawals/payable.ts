import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { WithdrawalHeldData } from '#/domain/account/events.ts';
import { normaliseDocument } from '#/domain/brazil/document.ts';
import type { DeclaredDestination } from '#/domain/destination/decider.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { Refused, type RefusalCode } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { mayUse } from '#/domain/platform/may-use.ts';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import { SIMULATED_ACQUIRER } from '#/domain/platform/simulated.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { termsFor } from '#/domain/seller/own-terms.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import type { WithdrawalRequestedData } from '#/domain/withdrawal/events.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import type { AccountOwner } from '#/ledger/accounts/books.ts';
import { isStillApprover } from './approvers.ts';
import { lacksApproval } from './lacks-approval.ts';
import { loadOwnDestination } from './destinations.ts';

/** Until when withdrawals of the seller are paused; undefined when they are not. */
export type PausedUntil = (destinationId?: string) => Promise<Timestamp | undefined>;

type Records = Pick<Core, 'handler' | 'vault'>;

export interface Payable {
  readonly details: SellerDetails;
  /** With the seller's own terms. */
  readonly settings: PlatformDetails;
  readonly known: DeclaredDestination;
}

/** @throws Refused `withdrawal/platform-unknown` when the platform does not exist or is archived */
const settingsOf = async ({ handler }: Records, platformId: string): Promise<PlatformDetails> => {
  const { state } = await handler.load(platform, streamOf('platform', platformId));
  if (state.status !== 'ACTIVE') throw new Refused('withdrawal/platform-unknown');
  return state.details;
};

/** @throws Refused `withdrawal/seller-blocked`, `record/not-found` */
const sellerOf = async ({ handler }: Records, sellerId: string): Promise<SellerDetails> => {
  const { state } = await handler.load(seller, streamOf('seller', sellerId));
  if (state.status === 'ARCHIVED') throw new Refused('withdrawal/seller-blocked');
  return activeDetails(state);
};

/**
 * Returns an approved destination. If it was approved because its key was the seller's own CPF or CNPJ, the key must still be that.
 * @throws Refused `destination/not-approved`, Rejected `resource/not-found`
 */
const destinationOf = async (
  core: Records,
  caller: Pick<AccountOwner, 'sellerId'>,
  destinationId: string,
  { identity: encrypted }: SellerDetails,
): Promise<DeclaredDestination> => {
  const { state } = await loadOwnDestination(core, caller, destinationId);
  if (state.status !== 'APPROVED') throw new Refused('destination/not-approved');
  if (state.basis !== 'OWN_DOCUMENT') return state;
  const [identity, opened] = await Promise.all([
    core.vault.decrypt<Identity>(encrypted),
    core.vault.decrypt<PixDestination>(state.declared.destination),
  ]);
  const isOwn = identity !== undefined && opened?.pixKey === normaliseDocument(identity.document);
  if (!isOwn) throw new Refused('destination/not-approved');
  return state;
};

/** @throws Refused `withdrawal/resting`, `withdrawal/not-approved`, and as `sellerOf` and `settingsOf` */
const requirePayableSeller = async (
  core: Records,
  { sellerId, platformId, destinationId }: AccountOwner & Pick<WithdrawalHeldData, 'destinationId'>,
  pausedUntil: PausedUntil,
): Promise<Omit<Payable, 'known'>> => {
  const until = await pausedUntil(destinationId);
  if (until !== undefined) throw new Refused('withdrawal/resting', { until });
  if (await lacksApproval(core, sellerId)) throw new Refused('withdrawal/not-approved');
  const details = await sellerOf(core, sellerId);
  const settings = termsFor(await settingsOf(core, platformId), details.ownTerms);
  return { details, settings };
};

/**
 * Requires that a withdrawal to this destination may be paid; checked again before each payout is sent. @throws as `requirePayableSeller`
 * and `destinationOf`
 */
export const requirePayable = async (
  core: Records,
  to: AccountOwner & { readonly destinationId: string },
  pausedUntil: PausedUntil,
): Promise<Payable> => {
  const payableSeller = await requirePayableSeller(core, to, pausedUntil);
  const known = await destinationOf(core, to, to.destinationId, payableSeller.details);
  return { ...payableSeller, known };
};

/**
 * Requires that a requested withdrawal may still be paid. Masters must also still let the platform pay by its acquirer (people.177,
 * people.178).
 * @throws as `requirePayable`; Refused `provider/not-enabled`
 */
export const requireStillPayable = async (
  core: Records,
  { receiverId: sellerId, platformId, destinationId, provider, ...money }: WithdrawalRequestedData,
  pausedUntil: PausedUntil,
): Promise<void> => {
  const owner = { sellerId, platformId };
  // Old withdrawals name no destination.
  const { settings } =
    destinationId === undefined
      ? await requirePayableSeller(core, owner, pausedUntil)
      : await requirePayable(core, { ...owner, destinationId }, pausedUntil);
  // Old withdrawals have no mark. At the simulated acquirer their money counts as the kind that the platform begins at present; elsewhere
  // as real.
  const isSimulated = money.isSimulated ?? (provider === SIMULATED_ACQUIRER ? undefined : false);
  if (!mayUse(settings.setup, { provider, purpose: 'WITHDRAW', isSimulated }))
    throw new Refused('provider/not-enabled');
};

/** @throws Refused `withdrawal/approval-lapsed` if someone who approved it has been blocked or lost the right since (people.150) */
const requireApprovers = async (
  core: Pick<Core, 'handler' | 'store'>,
  withdrawalId: string,
): Promise<void> => {
  const { state } = await core.handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
  if (state.status === 'NONE') return;
  const areValid = await Promise.all(state.approvals.map((each) => isStillApprover(core, each)));
  if (areValid.includes(false)) throw new Refused('withdrawal/approval-lapsed');
};

/** Returns why a withdrawal may not be sent now, or undefined if it may. An unknown destination counts as not approved. */
export const findObstacle = async (
  core: Records & Pick<Core, 'store'>,
  withdrawalId: string,
  requested: WithdrawalRequestedData,
  pausedUntil: PausedUntil,
): Promise<RefusalCode | undefined> => {
  try {
    await requireStillPayable(core, requested, pausedUntil);
    await requireApprovers(core, withdrawalId);
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.code;
    if (error instanceof Rejected) return 'destination/not-approved';
    throw error;
  }
};
