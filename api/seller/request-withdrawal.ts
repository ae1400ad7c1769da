import type { SellerCaller } from '#/api/auth/caller.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/core.ts';
import type { Handler } from '#/api/procedure.ts';
import { writtenAt } from '#/api/written-at.ts';
import type { Account } from '#/domain/account/decider.ts';
import type { WithdrawalHeldData } from '#/domain/account/events.ts';
import { detectPixKeyType, normalisePixKey } from '#/domain/brazil/pix-key.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { cents } from '#/domain/money.ts';
import type { PixDestination } from '#/domain/policies/pay-withdrawal.ts';
import type { PixKeyType } from '#/domain/ports/payment-provider.ts';
import { activeDetails } from '#/domain/record.ts';
import type { Identity } from '#/domain/sealed.ts';
import { seller } from '#/domain/seller/decider.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { platformSettings, withdrawalTerms } from './withdrawal-terms.ts';

interface PixKey {
  readonly type: PixKeyType;
  readonly key: string;
}

/** @throws Refused `withdrawal/invalid-pix-key` */
const pixKeyOf = (text: string): PixKey => {
  const type = detectPixKeyType(text);
  const key = type && normalisePixKey(type, text);
  if (!type || key === undefined) throw new Refused('withdrawal/invalid-pix-key');
  return { type, key };
};

/** The seller as whom the key must be registered; only ciphertext leaves here. */
const destinationOf = async (core: Core, sellerId: string, pixKey: string) => {
  const { handler, vault } = core;
  const { state } = await handler.load(seller, streamOf('seller', sellerId));
  const details = activeDetails(state);
  const identity = await vault.open<Identity>(details.identity);
  if (!identity) throw new Refused('record/not-found');
  const { name, document } = identity;
  const destination: PixDestination = { pixKey, name, document };
  return vault.seal(details.identity.subject, 'fiscal', destination);
};

const decided = async (
  core: Core,
  { sellerId: receiverId, platformId }: SellerCaller,
  withdrawalId: string,
  wish: { readonly amount: number; readonly pix: PixKey; readonly now: string },
): Promise<WithdrawalHeldData> => {
  const settings = await platformSettings(core, platformId);
  const { fee, minimum } = withdrawalTerms(settings);
  if (wish.amount < minimum) throw new Refused('withdrawal/below-minimum', { minimum });
  return {
    platformId,
    receiverId,
    withdrawalId,
    amount: cents(wish.amount),
    fee: cents(fee),
    provider: settings.provider,
    method: 'PIX',
    pixType: wish.pix.type,
    destination: await destinationOf(core, receiverId, wish.pix.key),
    at: wish.now,
  };
};

/** As it was decided when the same wish came first, if it did; the account knows it even before its errand is opened. */
const asDecidedBefore = async (
  { handler }: Core,
  withdrawalId: string,
): Promise<WithdrawalHeldData | undefined> => {
  const { state } = await handler.load(withdrawal, streamOf('withdrawal', withdrawalId));
  return state.status === 'NONE' ? undefined : { withdrawalId, ...state.requested };
};

const held = (account: Account, withdrawalId: string) =>
  'withdrawals' in account ? account.withdrawals.get(withdrawalId) : undefined;

/**
 * Holds part of the available balance for a payout by PIX. Decided on the account's own stream, so of two at the same time
 * that do not both fit one wins. @throws Refused
 */
export const requestWithdrawal: Handler<'seller.requestWithdrawal'> = async (input, call) => {
  const { caller, idempotencyKey: key, body, parts } = call;
  const { core } = parts;
  const { sellerId: receiverId, platformId, actor } = caller;
  const pix = pixKeyOf(input.pixKey);
  const now = core.now();
  const procedure = 'seller.requestWithdrawal';
  const wish = { key, procedure, platform: platformId, actor, body, now };
  return core.idempotent(wish, async (keyed): Promise<OutputOf<'seller.requestWithdrawal'>> => {
    const withdrawalId = derivedId('withdrawal', keyed.commandId);
    const before = await asDecidedBefore(core, withdrawalId);
    const wanted = { amount: input.amount, pix, now };
    const data = before ?? (await decided(core, caller, withdrawalId, wanted));
    const command = { type: 'HoldWithdrawal', withdrawal: data } as const;
    const context = { ...keyed, correlation: withdrawalId };
    const owner = { receiverId, platformId };
    const done = await core.accounts.handle(owner, { command, context }, now);
    const { amount, fee } = held(done.state, withdrawalId) ?? data;
    // Of a month that is closed by now, where the handler no longer compares requests.
    if (amount !== input.amount) throw new Refused('idempotency/key-reused');
    return { withdrawalId, amount, fee, position: writtenAt(done) };
  });
};
