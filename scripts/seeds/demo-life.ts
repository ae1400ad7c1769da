import { anyCardTries } from '#/api/payments/cards/card-tries.ts';
import { purchase } from '#/api/payments/purchase.ts';
import { onceByBuyer } from '#/api/http/once.ts';
import { checkoutContract } from '#/api/contract/checkout.ts';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { declareOwnDocument, loadOwnDestination } from '#/api/withdrawals/destinations.ts';
import { readBackPayment, readBackWithdrawal } from '#/domain/workflows/read-back.ts';
import {
  addDays,
  addSeconds,
  dayOf,
  startOfDay,
  timestamp,
  type Timestamp,
} from '#/domain/values/time.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import type { Progress } from '#/scripts/launch/progress.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { PLATFORM_ID, platformDetails, SELLER_ID } from './demo-catalogue.ts';
import { planDays, type PlannedSale } from './demo-sales.ts';
import { planSecondPlatform, SECOND_PLATFORM_ID, SECOND_SELLER_ID } from './demo-second.ts';
import { context, post, SETTLE_TIMEOUT_MS, settleAll, type World } from './demo-world.ts';

const card = { approved: '4111111111111111', refused: '4000000000000002' } as const;

/** Settings of the sandbox's browser client. */
const gatewayOf = () => ({ gatewayPublicKey: '', tokenizerUrl: '/sandbox/card-tokens' });

const createCardToken = async (world: World, sale: PlannedSale): Promise<string> => {
  const number = sale.end === 'refused' ? card.refused : card.approved;
  const holder = { holder: sale.name, exp_month: '12', exp_year: '2030', cvv: '123' };
  const { token } = await post(world, '/v1/card-tokens', { number, ...holder });
  return String(token);
};

const buy = async (world: World, sale: PlannedSale): Promise<string> => {
  const { core, clock } = world;
  clock.now = sale.at;
  const creditCard =
    sale.method === 'CREDIT_CARD'
      ? { token: await createCardToken(world, sale), installments: sale.installments }
      : undefined;
  const isPhysical = sale.offerId === 'demo-camiseta';
  const address = {
    cep: '01001-000',
    street: 'Praça da Sé',
    number: '100',
    district: 'Sé',
    city: 'São Paulo',
    state: 'SP',
    deliveryOptionId: 'pac',
  };
  const { name, email, offerId, method: paymentMethod, orderBumpsIds } = sale;
  const input = checkoutContract['checkout.purchase'].input.parse({
    name,
    email,
    offerId,
    paymentMethod,
    orderBumpsIds: [...orderBumpsIds],
    phone: '11987654321',
    // The buyer is no real person.
    cpf: syntheticCpf(`document of ${email}`),
    ...(creditCard && { creditCard }),
    ...(isPhysical && address),
  });
  const call = {
    purchase: input,
    onceByBuyer: onceByBuyer(core, {
      procedure: 'checkout.purchase',
      key: `${sale.at} ${email}`,
      body: input,
    }),
    ip: undefined,
    gatewayOf,
    cardTries: anyCardTries,
  };
  const { paymentId } = await purchase(core, () => '', call);
  return paymentId;
};

/** As `api/workers/read-back.ts` does, at the time of the demo's clock. */
const readBack = async (world: World, paymentId: string): Promise<void> => {
  const { core } = world;
  const stream = streamOf('payment', paymentId);
  const { state } = await core.handler.load(payment, stream);
  if (state.status === 'NONE') throw new Error(`no payment ${paymentId}`);
  const commands = await readBackPayment(paymentId, state, 'read-back', core.ports);
  const { platformId } = state.requested;
  const by = () => context(paymentId, platformId);
  const requests = commands.map((command) => ({ command, context: by() }));
  await core.handler.handleAll(payment, stream, requests);
};

const pay = async (world: World, paymentId: string): Promise<void> => {
  const { state } = await world.core.handler.load(payment, streamOf('payment', paymentId));
  if (state.status === 'NONE' || state.transactionId === null) return;
  await post(world, `/sandbox/payments/${state.transactionId}/pay`, {});
  await readBack(world, paymentId);
};

interface PendingStep {
  readonly at: Timestamp;
  readonly run: () => Promise<void>;
}

const refundOf = (world: World, paymentId: string, share: number) => async (): Promise<void> => {
  const { core, clock } = world;
  const stream = streamOf('payment', paymentId);
  const { state } = await core.handler.load(payment, stream);
  if (state.status !== 'APPROVED') return;
  const amount = cents(Math.floor(state.requested.amount * share));
  const note = share === 1 ? 'Comprador desistiu dentro da garantia' : 'Abatimento combinado';
  const refundId = `refund-${paymentId}`;
  const request = { refundId, amount, mayOverdraw: true, note, now: clock.now };
  await core.handler.handle(
    payment,
    stream,
    { type: 'RequestRefund', ...request },
    context(paymentId),
  );
};

/** What happens after a purchase: the payment or the expiry, and for some sales a refund. */
const stepsAfter = (
  world: World,
  sale: PlannedSale,
  paymentId: string,
  nth: number,
): PendingStep[] => {
  if (sale.end === 'refused') return [];
  if (sale.end === 'unpaid') {
    const at = addSeconds(sale.at, (sale.method === 'PIX' ? 2 : 7) * 86_400);
    return [{ at, run: () => readBack(world, paymentId) }];
  }
  const paidAt = addSeconds(sale.at, sale.method === 'BILLET' ? 86_400 : 95);
  const paid = { at: paidAt, run: () => pay(world, paymentId) };
  const steps = sale.method === 'CREDIT_CARD' ? [] : [paid];
  if (nth % 17 !== 5) return steps;
  const refundAt = addSeconds(paidAt, 3 * 86_400);
  return [...steps, { at: refundAt, run: refundOf(world, paymentId, nth % 2 === 0 ? 1 : 0.4) }];
};

interface Owner {
  readonly platformId: string;
  readonly sellerId: string;
}

const firstSeller: Owner = { platformId: PLATFORM_ID, sellerId: SELLER_ID };
const secondSeller: Owner = { platformId: SECOND_PLATFORM_ID, sellerId: SECOND_SELLER_ID };

const release = async ({ core, clock }: World, owner: Owner): Promise<void> => {
  const { now } = clock;
  const command = { type: 'ReleaseReceivables', ...owner, through: dayOf(now), now } as const;
  const by = context(owner.sellerId, owner.platformId);
  await core.accounts.handle(owner, { command, context: by }, now);
};

const withdraw = async (world: World, amount: number): Promise<void> => {
  const { core, clock } = world;
  const { now } = clock;
  const owner = { platformId: PLATFORM_ID, sellerId: SELLER_ID };
  const destinationId = await declareOwnDocument(core, owner);
  const { state } = await loadOwnDestination(core, owner, destinationId);
  const { pixType, destination } = state.declared;
  const withdrawalId = `withdrawal-${dayOf(now)}`;
  const details = {
    platformId: PLATFORM_ID,
    receiverId: SELLER_ID,
    currency: 'BRL',
    withdrawalId,
    amount: cents(amount),
    fee: platformDetails.withdrawals.fee,
    provider: 'sandbox',
    choice: null,
    method: 'PIX',
    pixType,
    destination,
    destinationId,
    at: now,
  } as const;
  const command = { type: 'HoldWithdrawal', withdrawal: details } as const;
  await core.accounts.handle(owner, { command, context: context(withdrawalId) }, now);
  await settleAll(world);
  const paidOut = await waitUntil(() => hasConcluded(world, withdrawalId), {
    timeoutMs: SETTLE_TIMEOUT_MS,
    everyMs: 100,
  });
  if (!paidOut) throw new Error('a demo withdrawal does not end');
};

const hasConcluded = async ({ core }: World, id: string): Promise<true | undefined> => {
  const stream = streamOf('withdrawal', id);
  const { state } = await core.handler.load(withdrawal, stream);
  if (state.status === 'NONE') return undefined;
  if (state.status === 'SETTLED' || state.status === 'FAILED') return true;
  const commands = await readBackWithdrawal(id, state, core.ports);
  const requests = commands.map((command) => ({ command, context: context(id) }));
  await core.handler.handleAll(withdrawal, stream, requests);
  return undefined;
};

/** Every 14 days most of the balance, if it is R$ 100 or more. */
const withdrawEveryFortnight = async (world: World, nthDay: number): Promise<void> => {
  if (nthDay % 14 !== 12) return;
  const { core, clock } = world;
  const owner = { platformId: PLATFORM_ID, sellerId: SELLER_ID };
  const { now } = clock;
  const command = { type: 'ReleaseReceivables', ...owner, through: dayOf(now), now } as const;
  const { state } = await core.accounts.handle(
    owner,
    { command, context: context(SELLER_ID) },
    now,
  );
  if (state.status !== 'OPEN' || state.available < 10_000) return;
  await withdraw(world, Math.floor(state.available * 0.7));
};

const firstBefore = (steps: ReadonlySet<PendingStep>, end: Timestamp): PendingStep | undefined =>
  [...steps].filter(({ at }) => at < end).toSorted((a, b) => (a.at < b.at ? -1 : 1))[0];

/** Plays weeks of sales, refunds and withdrawals. The effects of an action are recorded before the next begins, so the log is in order. */
export const live = async (
  world: World,
  weeks: number,
  { onProgress, signal }: Progress,
): Promise<void> => {
  const today = dayOf(timestamp(Temporal.Now.instant()));
  const days = planDays(today, weeks * 7);
  const steps = new Set<PendingStep>();
  let nth = 0;
  const sell = (sale: PlannedSale) => async (): Promise<void> => {
    const paymentId = await buy(world, sale);
    for (const step of stepsAfter(world, sale, paymentId, nth)) steps.add(step);
    nth += 1;
  };
  // These sales count as number 0, which gets no refund.
  const sellOnSecondPlatform = (sale: PlannedSale) => async (): Promise<void> => {
    const paymentId = await buy(world, sale);
    for (const step of stepsAfter(world, sale, paymentId, 0)) steps.add(step);
  };
  for (const sale of planSecondPlatform(days))
    steps.add({ at: sale.at, run: sellOnSecondPlatform(sale) });
  const lastMorning = addSeconds(startOfDay(addDays(today, -1)), 301);
  if (days.length > 0) steps.add({ at: lastMorning, run: () => release(world, secondSeller) });
  for (const [index, { day, sales }] of days.entries()) {
    steps.add({ at: addSeconds(startOfDay(day), 300), run: () => release(world, firstSeller) });
    for (const sale of sales) steps.add({ at: sale.at, run: sell(sale) });
    const end = startOfDay(addDays(day, 1));
    for (let next = firstBefore(steps, end); next; next = firstBefore(steps, end)) {
      signal?.throwIfAborted();
      steps.delete(next);
      world.clock.now = next.at;
      await next.run();
      await settleAll(world);
    }
    await withdrawEveryFortnight(world, index);
    if (index % 7 === 6) onProgress(`Demo world: week ${(index + 1) / 7} of ${weeks}`);
  }
};
