import type { SellerCaller } from '#/api/auth/caller.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Once } from '#/api/http/once.ts';
import { lostRequestPartOf } from '#/api/http/may-repeat.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { chooseAcquirer } from '#/domain/acquiring/choose.ts';
import { routeOf } from '#/domain/acquiring/route.ts';
import { account } from '#/domain/account/decider.ts';
import { hasUnmarkedMoney } from '#/domain/account/simulated-money.ts';
import type { WithdrawalHeldData } from '#/domain/account/events.ts';
import { isNewDestination } from '#/domain/destination/decider.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { accountStream, streamOf } from '#/domain/values/ids.ts';
import { cents, type Cents } from '#/domain/values/money.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import { beginsSimulated, type MaybeSimulated } from '#/domain/platform/simulated.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { approvalFor } from '#/domain/withdrawal/approval.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import type { AccountOwner } from '#/ledger/accounts/books.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { refuseAgain } from '#/ledger/idempotency.ts';
import { listRoutedSince } from './earlier-routes.ts';
import { chooseForRepeated } from './repeated-payout.ts';
import { requirePayable, type Payable, type PausedUntil } from './payable.ts';
import { wasInProduction } from './was-in-production.ts';
import { requireAtMostLargest, withdrawalTerms } from './withdrawal-terms.ts';

/** Marks the money as simulated, unless the platform is in production, or was and the account still has real money (people.178). */
export const markOfMoney = async (
  core: Pick<Core, 'accounts' | 'store'>,
  owner: AccountOwner,
  { setup }: Pick<PlatformDetails, 'setup'>,
  now: Timestamp,
): Promise<MaybeSimulated> => {
  const begun = beginsSimulated(setup);
  if (!begun.isSimulated) return begun;
  const state = await core.accounts.load(owner, now);
  const isReal =
    state.status === 'OPEN' &&
    hasUnmarkedMoney(state) &&
    (await wasInProduction(core, owner.platformId));
  return isReal ? {} : begun;
};

/** Id of the withdrawal that a command requests. */
export const withdrawalIdOf = (commandId: string): string => derivedId('withdrawal', commandId);

interface NewPayout {
  readonly withdrawalId: string;
  readonly money: MaybeSimulated;
  readonly settings: PlatformDetails;
  readonly details: SellerDetails;
  readonly repeat: Awaited<ReturnType<typeof lostRequestPartOf>>;
  /** As in `DatedContext`. */
  readonly idSince: Timestamp;
}

/** @throws Refused `provider/not-offered`, and as `chooseForRepeated` */
const chooseForWithdrawal = async (
  core: Core,
  owner: AccountOwner,
  { withdrawalId, money, settings, details, repeat, idSince }: NewPayout,
): Promise<Pick<WithdrawalHeldData, 'provider' | 'choice' | 'mayRepeat'>> => {
  const { platformId } = owner;
  const isSimulated = money.isSimulated === true;
  const route = routeOf('WITHDRAW', settings, details, isSimulated);
  const use = { platformId, purpose: 'WITHDRAW' } as const;
  const chosen = chooseAcquirer(withdrawalId, await core.acquiring.circumstances(route, use));
  if (!chosen) throw new Refused('provider/not-offered');
  if (!repeat.mayRepeat) return chosen;
  const routedSince = await listRoutedSince(core, owner, idSince, isSimulated);
  const lost = { withdrawalId, platformId, routedSince };
  return { ...(await chooseForRepeated(core, { ...lost, chosen })), ...repeat };
};

type AcceptedWithdrawal = OutputOf<'seller.requestWithdrawal'>;

/** Returns the answer to a retry whose payout is on record, however old. */
const findOpenedBefore = async (
  { handler }: Core,
  withdrawalId: string,
): Promise<AcceptedWithdrawal | undefined> => {
  const payout = await handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
  if (payout.state.status === 'NONE') return undefined;
  const { amount, fee } = payout.state.requested;
  return { withdrawalId, amount, fee, position: writtenAt(payout) };
};

/** Returns the answer to a retry whose money is held, but whose payout is not on record yet. */
const findHeldBefore = async (
  { accounts, handler }: Core,
  owner: AccountOwner,
  withdrawalId: string,
  now: Timestamp,
): Promise<AcceptedWithdrawal | undefined> => {
  const state = await accounts.load(owner, now);
  const held = state.status === 'OPEN' ? state.withdrawals.get(withdrawalId) : undefined;
  if (state.status !== 'OPEN' || held === undefined) return undefined;
  const { amount, fee } = held;
  const month = await handler.load(account, accountStream(owner.sellerId, state.period));
  return { withdrawalId, amount, fee, position: writtenAt(month) };
};

/** @throws Refused `withdrawal/below-minimum`, `withdrawal/above-largest` */
const requireWithinLimits = (settings: PlatformDetails, amount: number): void => {
  const { minimum } = withdrawalTerms(settings);
  if (amount < minimum) throw new Refused('withdrawal/below-minimum', { minimum });
  requireAtMostLargest(settings, amount);
};

/** Where a withdrawal is paid, and what approval it needs first. */
const payeePart = (
  { withdrawals }: PlatformDetails,
  { destinationId, known }: Pick<WithdrawalHeldData, 'destinationId'> & Pick<Payable, 'known'>,
  amount: Cents,
  now: Timestamp,
) => {
  const { pixType, destination } = known.declared;
  const isDestinationNew = isNewDestination(known, withdrawals.newDestinationHours, now);
  const approval = approvalFor(withdrawals, { amount, isDestinationNew });
  return { pixType, destination, destinationId, ...(approval && { approval }) };
};

interface WithdrawalCall {
  readonly caller: Pick<SellerCaller, 'sellerId' | 'platformId'>;
  readonly once: Once;
  readonly core: Core;
  readonly pausedUntil: PausedUntil;
  /** An acquirer has already made the payout, so that limits and fee, which may have changed since, do not apply. */
  readonly made?: { readonly fee: number };
}

/**
 * Holds the money in the seller's account. The account's stream orders concurrent withdrawals, so that they cannot exceed the balance.
 * @throws Refused by the account; what `requirePayable`, `requireWithinLimits` and `chooseForWithdrawal` throw
 */
export const requestWithdrawal = async (
  input: ParsedInputOf<'seller.requestWithdrawal'>,
  { caller, once, core, pausedUntil, made }: WithdrawalCall,
): Promise<AcceptedWithdrawal> => {
  const { sellerId, platformId } = caller;
  const now = core.now();
  return once(async (keyed) => {
    const withdrawalId = withdrawalIdOf(keyed.commandId);
    // A held or paid withdrawal keeps its answer, whatever has changed since.
    const earlierAnswer =
      (await findOpenedBefore(core, withdrawalId)) ??
      (await findHeldBefore(core, caller, withdrawalId, now));
    if (earlierAnswer) return earlierAnswer;
    refuseAgain(keyed);
    requireTrueClock(core.ports.isClockTrue);
    const { destinationId } = input;
    const { details, settings, known } = await requirePayable(
      core,
      { sellerId, platformId, destinationId },
      pausedUntil,
    );
    if (!made) requireWithinLimits(settings, input.amount);
    const [amount, fee] = [cents(input.amount), cents((made ?? withdrawalTerms(settings)).fee)];
    const repeat = await lostRequestPartOf(core, keyed);
    const money = await markOfMoney(core, caller, settings, now);
    const { idSince } = keyed;
    const payout = { withdrawalId, money, settings, details, repeat, idSince };
    const chosen = await chooseForWithdrawal(core, caller, payout);
    const held: WithdrawalHeldData = {
      platformId,
      receiverId: sellerId,
      withdrawalId,
      amount,
      fee,
      ...chosen,
      method: 'PIX',
      currency: 'BRL',
      ...payeePart(settings, { destinationId, known }, amount, now),
      ...money,
      at: now,
    };
    const largestPerDay = made ? undefined : settings.withdrawals.largestPerDay;
    const command = { type: 'HoldWithdrawal', withdrawal: held, largestPerDay } as const;
    const context = { ...keyed, correlation: withdrawalId };
    const done = await core.accounts.handle({ sellerId, platformId }, { command, context }, now);
    return { withdrawalId, amount, fee, position: writtenAt(done) };
  });
};
