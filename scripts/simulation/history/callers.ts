import type { AwaitedAccount } from '#/projections/awaited-outcomes.ts';
import type { Caller } from '#/api/auth/caller.ts';
import { anyCardTries } from '#/api/payments/cards/card-tries.ts';
import { contract } from '#/api/contract/contract.ts';
import { connectAcquirer, type Connection } from '#/api/acquiring/settings.ts';
import { onceBy, onceByBuyer } from '#/api/http/once.ts';
import { purchase } from '#/api/payments/purchase.ts';
import { requestRegistration } from '#/api/receivers/request-registration.ts';
import { requestRefund } from '#/api/payments/refunds/request-refund.ts';
import { destinationIdOf } from '#/api/withdrawals/destinations.ts';
import { loadSchedule, reviseSchedule } from '#/api/withdrawals/schedules.ts';
import { requestWithdrawal } from '#/api/withdrawals/request-withdrawal.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { FIRST_DAY, OFFER, PLATFORM, SELLER } from './catalogue.ts';
import type { RunningProduct } from '#/scripts/simulation/product.ts';

type Core = RunningProduct['core'];

const seller: Extract<Caller, { readonly role: 'SELLER' }> = {
  role: 'SELLER',
  sellerId: SELLER,
  platformId: PLATFORM,
  actor: `seller:${SELLER}`,
  email: 'seller@example.com',
  name: 'Loja Um',
  expiresAt: Infinity,
  lacksSecondFactor: false,
};

const administrator: Extract<Caller, { readonly staffId: string }> = {
  role: 'ADMIN',
  staffId: 'staff-1',
  staffRevision: 0,
  permissions: [],
  platformId: PLATFORM,
  actor: 'admin:staff-1',
  email: 'staff@example.com',
  name: 'Staff',
  expiresAt: Infinity,
  lacksSecondFactor: false,
};

/** Where browsers exchange a card for a token. */
const TOKENIZER = 'https://sandbox.example/v1/card-tokens';

const PIX_KEY = { type: 'CNPJ', key: '11222333000181' } as const;

export interface Order {
  /** Number of the buyer, who has a name and a browser of their own. */
  readonly nth: number;
  /** Orders with the same key are one press of the button. */
  readonly key: string;
  readonly method: 'PIX' | 'BILLET' | 'CREDIT_CARD';
  /** Whether the browser keeps our cookie, by which two presses are one purchase. */
  readonly hasCookie: boolean;
  /** The acquirer's token for the card. */
  readonly token?: string;
}

export interface Answered {
  readonly id?: string;
  readonly pixCode?: string;
  /** Position of the payment's last event that the answer includes. */
  readonly position?: string;
  /** The command of a request without an idempotency key. */
  readonly command?: string;
}

/** @returns the payment's id, and the PIX code that is shown */
export const buy = async (
  core: Core,
  order: Order,
): Promise<Answered & { readonly id: string }> => {
  const { nth, key, method, token, hasCookie } = order;
  const input = contract['checkout.purchase'].input.parse({
    offerId: OFFER,
    name: `Buyer ${nth}`,
    email: `buyer${nth}@example.com`,
    cpf: '52998224725',
    phone: '11987654321',
    paymentMethod: method,
    ...(token !== undefined && { creditCard: { token } }),
  });
  const call = { procedure: 'checkout.purchase', key, body: input } as const;
  const {
    paymentId: id,
    payment,
    position,
  } = await purchase(core, () => '', {
    purchase: input,
    onceByBuyer: onceByBuyer(core, call),
    ip: '192.0.2.1',
    browser: hasCookie ? `browser-${nth}` : undefined,
    gatewayOf: () => ({ gatewayPublicKey: '', tokenizerUrl: TOKENIZER }),
    cardTries: anyCardTries,
  });
  const { pixCode } = payment;
  return { id, position, ...(pixCode !== null && { pixCode }) };
};

/** @throws Refused */
export const withdraw = async (core: Core, nth: number, amount: number): Promise<Answered> => {
  const input = { amount, destinationId: destinationIdOf(core, SELLER, PIX_KEY) };
  const call = { procedure: 'seller.requestWithdrawal', key: `out-${nth}`, body: input } as const;
  const once = onceBy(core, call, seller);
  const pausedUntil = async () => undefined;
  const { withdrawalId } = await requestWithdrawal(input, {
    core,
    caller: seller,
    once,
    pausedUntil,
  });
  return { id: withdrawalId };
};

/** Sets a schedule: every month, first on the day on which histories begin, the seller is paid without a request. @throws Refused */
export const setSchedule = async (core: Core, nth: number, minimum: number): Promise<Answered> => {
  const { revision } = await loadSchedule(core, seller, 'en');
  const input = contract['seller.reviseSchedule'].input.parse({
    destinationId: destinationIdOf(core, SELLER, PIX_KEY),
    every: { unit: 'MONTH', day: Number(FIRST_DAY.slice(8)) },
    minimum,
    basedOn: revision,
  });
  const call = { procedure: 'seller.reviseSchedule', key: `schedule-${nth}`, body: input } as const;
  await onceBy(core, call, seller)((by) => reviseSchedule(core, seller, input, by));
  return {};
};

/** Requests a refund of a part, or of the whole sale if its acquirer refunds only whole ones. @throws Refused */
export const refund = async (
  core: Core,
  nth: number,
  { paymentId, amount }: { readonly paymentId: string; readonly amount: number },
): Promise<Answered> => {
  const request = async (key: string, part: { readonly amount?: number }): Promise<Answered> => {
    const input = { paymentId, ...part, note: 'Pedido do comprador' };
    const call = { procedure: 'seller.requestRefund', key, body: input } as const;
    const { refundId } = await requestRefund(input, {
      core,
      caller: seller,
      once: onceBy(core, call, seller),
      requireStepUp: async () => undefined,
      mayOverdraw: false,
    });
    return { id: refundId };
  };
  try {
    return await request(`back-${nth}`, { amount });
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'refund/partial-not-offered') throw error;
    return request(`all-back-${nth}`, {});
  }
};

/** @throws Refused */
export const register = async (core: Core, nth: number, provider: string): Promise<Answered> => {
  const input = { sellerId: SELLER, provider, basedOn: 1 };
  const call = { procedure: 'admin.registerReceiver', key: `in-${nth}`, body: input } as const;
  const once = onceBy(core, call, administrator);
  await requestRegistration(input, { core, platformId: PLATFORM, once });
  return {};
};

/** @throws Refused */
export const connect = async (
  core: Core,
  nth: number,
  connection: Connection,
  isAwaited: (account: AwaitedAccount) => boolean,
): Promise<Answered> => {
  const commandId = derivedId('account', String(nth));
  const by = { commandId, platform: PLATFORM, actor: administrator.actor };
  await connectAcquirer(core, connection, by, async (account) => {
    await core.store.head();
    return isAwaited(account);
  });
  return { command: commandId };
};
