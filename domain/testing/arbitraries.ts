import fc from 'fast-check';
import { Refused } from '#/domain/errors/refused.ts';
import { isSimulatedPart } from '#/domain/platform/simulated.ts';
import { basisPoints, cents } from '#/domain/values/money.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { ChargeAnswer } from '#/domain/payment/commands.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { addSeconds, dayOf, type Timestamp } from '#/domain/values/time.ts';
import { sampleAnswer, sampleNow, samplePayment, sampleEncrypted, sampleMeans } from './samples.ts';
import { kind, resolvedBy, resolveStep, type Kind, type ResolveStep } from './resolutions.ts';
import { createWorld, type World } from './world.ts';

/**
 * One step of a generated history. `which` is an index among the payments, refunds or withdrawals so far (modulo their
 * number), so that any list of steps makes sense. Amounts are in cents.
 */
export type Step =
  | {
      readonly do: 'buy';
      readonly amount: number;
      readonly installments: number;
      readonly seller: number;
      readonly isSimulated?: true;
    }
  /** The acquirer states the status of a charge; `said` = how its answer differs from the request. */
  | {
      readonly do: 'word';
      readonly which: number;
      readonly status: PaymentStatus;
      readonly said: Partial<ChargeAnswer>;
    }
  | {
      readonly do: 'refund';
      readonly which: number;
      readonly amount: number;
      /** If the seller's account does not cover the refund, staff decide. */
      readonly mayOverdraw?: true;
    }
  /** A refund is settled, or fails. */
  | { readonly do: 'refunded'; readonly which: number; readonly settled: boolean }
  /** Receivables are released up to this many days ahead. */
  | { readonly do: 'release'; readonly seller: number; readonly days: number }
  | { readonly do: 'withdraw'; readonly seller: number; readonly amount: number }
  /** A payout is settled, or fails. */
  | { readonly do: 'paid'; readonly which: number; readonly settled: boolean }
  /** The acquirer does not say how a payment, refund or withdrawal ended. */
  | { readonly do: 'leave'; readonly kind: Kind; readonly which: number }
  | ResolveStep;

const which = fc.nat({ max: 50 });
const seller = fc.nat({ max: 2 });
const amount = fc.integer({ min: 1, max: 200_000 });
const settled = fc.boolean();

/** How the answer of an acquirer differs from the request: mostly not at all. */
const said: fc.Arbitrary<Partial<ChargeAnswer>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: amount.map((other) => ({ amount: cents(other) })) },
  { weight: 1, arbitrary: fc.constant({ orderId: 'another-order' }) },
  {
    weight: 1,
    arbitrary: fc.record({
      transactionId: fc.constantFrom('tx-2', '__proto__'),
      amount: amount.map(cents),
      isClaimed: fc.boolean(),
    }),
  },
);

const oneStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      amount,
      installments: fc.integer({ min: 1, max: 12 }),
      seller,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('word' as const),
      which,
      status: fc.constantFrom<PaymentStatus>(
        'APPROVED',
        'APPROVED',
        'APPROVED',
        'REJECTED',
        'CANCELED',
        'REFUNDED',
        'CHARGEBACK',
        'PENDING',
      ),
      said,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), which, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refunded' as const), which, settled }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('release' as const),
      seller,
      days: fc.nat({ max: 400 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('withdraw' as const),
      seller,
      amount: fc.integer({ min: 1, max: 30_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('paid' as const), which, settled }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('leave' as const), kind, which }) },
  { weight: 6, arbitrary: resolveStep },
);

export const history: fc.Arbitrary<readonly Step[]> = fc.array(oneStep, {
  minLength: 10,
  maxLength: 60,
  size: 'max',
});

const PLATFORM = 'demo';
export const sellerIdOf = (index: number): string => `seller-${index}`;

const commandsOfPurchase = (
  step: Extract<Step, { do: 'buy' }>,
  id: string,
  now: Timestamp,
): AddressedCommand[] => {
  const total = cents(step.amount);
  const card = step.installments > 1;
  const payment = samplePayment({
    platformId: PLATFORM,
    sellerId: sellerIdOf(step.seller),
    amount: total,
    installments: step.installments,
    method: card ? 'CREDIT_CARD' : 'PIX',
    terms: {
      percent: basisPoints(599),
      fixed: cents(100),
      clearingDays: card ? 30 : 0,
      guaranteeDays: 7,
    },
    ...isSimulatedPart(step),
    at: now,
  });
  return [
    { to: 'payment', id, command: { type: 'RequestPayment', payment } },
    {
      to: 'payment',
      id,
      command: {
        type: 'RecordSubmission',
        provider: 'sandbox',
        paymentId: id,
        answer: sampleAnswer({ transactionId: `tx-${id}`, amount: null }),
        ...sampleMeans,
        now,
      },
    },
  ];
};

const commandOfWithdrawal = (
  step: Extract<Step, { do: 'withdraw' }>,
  id: string,
  now: Timestamp,
): AddressedCommand => {
  const sellerId = sellerIdOf(step.seller);
  const withdrawal = {
    platformId: PLATFORM,
    receiverId: sellerId,
    currency: 'BRL',
    withdrawalId: id,
    amount: cents(step.amount),
    fee: cents(Math.min(150, step.amount)),
    provider: 'sandbox',
    choice: null,
    method: 'PIX',
    pixType: 'EMAIL',
    destination: sampleEncrypted,
    at: now,
  } as const;
  return { to: 'account', id: sellerId, command: { type: 'HoldWithdrawal', withdrawal } };
};

const commandOfStatus = (
  { status, said: differs }: Extract<Step, { do: 'word' }>,
  id: string,
  where: { readonly noticeId: string; readonly now: Timestamp },
): AddressedCommand => {
  const answer = sampleAnswer({ transactionId: `tx-${id}`, amount: null, ...differs });
  const report = { provider: 'sandbox', paymentId: id, status, answer, ...where };
  const unstated = { cause: null, endToEndId: null };
  return { to: 'payment', id, command: { type: 'RecordProviderStatus', ...report, ...unstated } };
};

const commandsOf = (
  world: World,
  step: Step,
  nth: number,
  now: Timestamp,
): readonly AddressedCommand[] => {
  const chosen = (category: 'payment' | 'refund' | 'withdrawal', index: number) => {
    const ids = world.ids(category);
    return ids[index % Math.max(1, ids.length)];
  };
  switch (step.do) {
    case 'buy':
      return commandsOfPurchase(step, `payment-${nth}`, now);
    case 'word': {
      const id = chosen('payment', step.which);
      return id ? [commandOfStatus(step, id, { noticeId: `notice-${nth}`, now })] : [];
    }
    case 'refund': {
      const id = chosen('payment', step.which);
      const request = {
        refundId: `refund-${nth}`,
        amount: cents(step.amount),
        note: 'pedido',
        ...(step.mayOverdraw && { mayOverdraw: true as const }),
        now,
      };
      return id ? [{ to: 'payment', id, command: { type: 'RequestRefund', ...request } }] : [];
    }
    case 'refunded': {
      const id = chosen('refund', step.which);
      const end = step.settled
        ? ({ type: 'RecordSettled', providerRefundId: `r-${nth}`, now } as const)
        : ({ type: 'RecordFailed', cause: 'refused', now } as const);
      return id ? [{ to: 'refund', id, command: end }] : [];
    }
    case 'release': {
      const sellerId = sellerIdOf(step.seller);
      const through = dayOf(addSeconds(now, step.days * 86_400));
      const command = { platformId: PLATFORM, sellerId, through, now };
      return [{ to: 'account', id: sellerId, command: { type: 'ReleaseReceivables', ...command } }];
    }
    case 'withdraw':
      return [commandOfWithdrawal(step, `withdrawal-${nth}`, now)];
    case 'paid': {
      const id = chosen('withdrawal', step.which);
      const end = step.settled
        ? ({ type: 'RecordSettled', endToEndId: null, now } as const)
        : ({ type: 'RecordFailed', cause: 'rejected', now } as const);
      return id ? [{ to: 'withdrawal', id, command: end }] : [];
    }
    case 'leave': {
      const { kind: to } = step;
      const id = chosen(to, step.which);
      if (!id) return [];
      const cause = 'still-pending';
      const left = { type: 'LeaveUnresolved', cause, now } as const;
      return to === 'payment'
        ? [{ to, id, command: { ...left, provider: 'sandbox' } }]
        : [{ to, id, command: left }];
    }
    case 'resolve':
      return resolvedBy(world, step, `proposal-${nth}`, now);
  }
};

/** Runs a history of one step a minute. A refused command ends its step. */
export const playSteps = (steps: readonly Step[]): World => {
  const world = createWorld(PLATFORM);
  steps.forEach((each, nth) => {
    const now = addSeconds(sampleNow, nth * 60);
    try {
      for (const addressed of commandsOf(world, each, nth, now)) world.send(addressed, now);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  });
  return world;
};
