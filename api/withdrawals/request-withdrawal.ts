import type { SellerCaller } from '#/api/auth/caller.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Once } from '#/api/http/once.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { chooseAcquirer, possibleAt, type RoutingDecision } from '#/domain/acquiring/choose.ts';
import { routeOf } from '#/domain/acquiring/route.ts';
import { account } from '#/domain/account/decider.ts';
import type { WithdrawalHeldData } from '#/domain/account/events.ts';
import { detectPixKeyType, normalisePixKey, pixKeyMistake } from '#/domain/brazil/pix-key.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import { Refused } from '#/domain/errors.ts';
import { accountStream, streamOf } from '#/domain/ids.ts';
import { cents, type Cents } from '#/domain/money.ts';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import type { PixKeyType } from '#/domain/ports/payout.ts';
import { activeDetails } from '#/domain/record.ts';
import type { Identity } from '#/domain/encrypted.ts';
import { termsFor } from '#/domain/seller/own-terms.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import type { Timestamp } from '#/domain/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import type { AccountOwner } from '#/ledger/accounts/books.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { refuseAgain } from '#/ledger/idempotency.ts';
import { lacksApproval } from './approval.ts';
import { withdrawalTerms } from './withdrawal-terms.ts';

interface PixKey {
  readonly type: PixKeyType;
  readonly key: string;
}

const REFUSALS = {
  CPF: 'withdrawal/invalid-cpf-key',
  CNPJ: 'withdrawal/invalid-cnpj-key',
  UNKNOWN: 'withdrawal/invalid-pix-key',
} as const;

/** @throws Refused naming the kind of key that the text resembles */
const pixKeyOf = (text: string): PixKey => {
  const mistake = pixKeyMistake(text);
  if (mistake) throw new Refused(REFUSALS[mistake]);
  const type = detectPixKeyType(text);
  const key = type && normalisePixKey(type, text);
  if (!type || key === undefined) throw new Refused('withdrawal/invalid-pix-key');
  return { type, key };
};

/** Returns the person the key must be registered to, encrypted. */
const destinationOf = async ({ vault }: Core, details: SellerDetails, pixKey: string) => {
  const identity = await vault.decrypt<Identity>(details.identity);
  if (!identity) throw new Refused('record/not-found');
  const { name, document } = identity;
  const destination: PixDestination = { pixKey, name, document };
  return vault.encrypt(details.identity.subject, 'fiscal', destination);
};

/**
 * Returns the settings of the paying platform. @throws Refused `withdrawal/platform-unknown` when the platform does not exist
 * or is archived
 */
const settingsOf = async ({ handler }: Core, platformId: string): Promise<PlatformDetails> => {
  const { state } = await handler.load(platform, streamOf('platform', platformId));
  if (state.status !== 'ACTIVE') throw new Refused('withdrawal/platform-unknown');
  return state.details;
};

/** Chooses the acquirer of the payout. @throws Refused `provider/not-offered` */
const acquirerFor = async (
  { acquiring }: Core,
  withdrawalId: string,
  settings: PlatformDetails,
  details: SellerDetails,
) => {
  const route = routeOf('WITHDRAW', settings, details);
  const wanted = { platformId: details.platformId, purpose: 'WITHDRAW' } as const;
  const chosen = chooseAcquirer(withdrawalId, await acquiring.circumstances(route, wanted));
  if (!chosen) throw new Refused('provider/not-offered');
  return chosen;
};

const RETRY_SECONDS = 60;

/**
 * Refuses a new payout for a while after the log became another copy, where its route has several acquirers: it may repeat one that was
 * lost, and which of them pays depends on how they fare at the moment. @throws AppendError `unavailable`
 */
const requireSamePlace = async ({ ports }: Core, choice: RoutingDecision): Promise<void> => {
  if (possibleAt(choice).length > 1 && mayRepeatLost(await ports.epoch(), ports.now()))
    throw new AppendError({ kind: 'unavailable', retryAfterSeconds: RETRY_SECONDS });
};

interface Terms {
  readonly amount: Cents;
  readonly fee: Cents;
}

type Answer = OutputOf<'seller.requestWithdrawal'>;

/** Returns the answer to a retry of a request whose payout was opened, however long ago. */
const openedBefore = async (
  { handler }: Core,
  withdrawalId: string,
): Promise<Answer | undefined> => {
  const payout = await handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
  if (payout.state.status === 'NONE') return undefined;
  const { amount, fee } = payout.state.requested;
  return { withdrawalId, amount, fee, position: writtenAt(payout) };
};

/** Returns the answer to a retry of a request whose money is held for a payout that is not opened yet. */
const heldBefore = async (
  { accounts, handler }: Core,
  owner: AccountOwner,
  withdrawalId: string,
  now: Timestamp,
): Promise<Answer | undefined> => {
  const state = await accounts.load(owner, now);
  const held = state.status === 'OPEN' ? state.withdrawals.get(withdrawalId) : undefined;
  if (state.status !== 'OPEN' || held === undefined) return undefined;
  const { amount, fee } = held;
  const month = await handler.load(account, accountStream(owner.sellerId, state.period));
  return { withdrawalId, amount, fee, position: writtenAt(month) };
};

/** @throws Refused `withdrawal/below-minimum` */
const termsOf = (settings: PlatformDetails, amount: number): Terms => {
  const { fee, minimum } = withdrawalTerms(settings);
  if (amount < minimum) throw new Refused('withdrawal/below-minimum', { minimum });
  return { amount: cents(amount), fee: cents(fee) };
};

interface WithdrawalCall {
  readonly caller: SellerCaller;
  readonly once: Once;
  readonly core: Core;
  /** Until when the seller's withdrawals rest; undefined when they do not. */
  readonly restsUntil: () => Promise<Timestamp | undefined>;
}

/**
 * Holds part of the available balance for a payout by PIX. Decided on the account's own stream, so of two concurrent
 * withdrawals that do not both fit only one succeeds. @throws Refused
 */
export const requestWithdrawal = async (
  input: ParsedInputOf<'seller.requestWithdrawal'>,
  { caller, once, core, restsUntil }: WithdrawalCall,
): Promise<Answer> => {
  const { sellerId, platformId } = caller;
  const pix = pixKeyOf(input.pixKey);
  const now = core.now();
  return once(async (keyed) => {
    const withdrawalId = derivedId('withdrawal', keyed.commandId);
    // What is held or paid stays so, whatever has become of seller, platform and routes since.
    const answered =
      (await openedBefore(core, withdrawalId)) ??
      (await heldBefore(core, caller, withdrawalId, now));
    if (answered) return answered;
    refuseAgain(keyed);
    requireTrueClock(core.ports.isClockTrue);
    const until = await restsUntil();
    if (until !== undefined) throw new Refused('withdrawal/resting', { until });
    if (await lacksApproval(core, sellerId)) throw new Refused('withdrawal/not-approved');
    const { state } = await core.handler.load(seller, streamOf('seller', sellerId));
    const details = activeDetails(state);
    const settings = termsFor(await settingsOf(core, platformId), details.ownTerms);
    const { amount, fee } = termsOf(settings, input.amount);
    const chosen = await acquirerFor(core, withdrawalId, settings, details);
    await requireSamePlace(core, chosen.choice);
    const held: WithdrawalHeldData = {
      platformId,
      receiverId: sellerId,
      withdrawalId,
      amount,
      fee,
      ...chosen,
      method: 'PIX',
      // PIX pays reais.
      currency: 'BRL',
      pixType: pix.type,
      destination: await destinationOf(core, details, pix.key),
      at: now,
    };
    const command = { type: 'HoldWithdrawal', withdrawal: held } as const;
    const context = { ...keyed, correlation: withdrawalId };
    const done = await core.accounts.handle({ sellerId, platformId }, { command, context }, now);
    return { withdrawalId, amount, fee, position: writtenAt(done) };
  });
};
