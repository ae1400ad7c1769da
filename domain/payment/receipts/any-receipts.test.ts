import { expect } from 'chai';
import fc from 'fast-check';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { Resolution } from '#/domain/investigation/events.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { CLEARING, left, UNAPPLIED } from '#/domain/testing/payment-resolutions.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { isApplied } from './receipts.ts';
import type { Payment, PaymentEvent } from '#/domain/payment/state.ts';

const PRICE = 9_700;

type Step =
  /** The acquirer states the status of a charge. */
  | {
      readonly do: 'word';
      readonly status: PaymentStatus;
      readonly amount: number;
      readonly refundedAmount: number | null;
      readonly transactionId: string;
    }
  /** The acquirer does not say how the charge ended. */
  | { readonly do: 'leave' }
  | { readonly do: 'refund'; readonly amount: number; readonly isMade: boolean }
  /** Two members of staff decide an open matter, and may state an amount when none is on record. */
  | {
      readonly do: 'resolve';
      readonly which: number;
      readonly resolution: Resolution;
      readonly amount: number | null;
    };

const of = <Name extends Step['do']>(name: Name) => fc.constant(name);
const amount = fc.constantFrom(PRICE, 9_000, 9_300, 10_000);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: of('word'),
      status: fc.constantFrom<PaymentStatus>(
        'APPROVED',
        'APPROVED',
        'APPROVED',
        'PENDING',
        'REJECTED',
        'CANCELED',
        'REFUNDED',
        'CHARGEBACK',
        'CHARGEBACK',
      ),
      amount,
      refundedAmount: fc.constantFrom(null, 0, 1_000, 9_000, PRICE),
      transactionId: fc.constantFrom('tx-1', 'tx-1', 'tx-2'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: of('leave') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: of('refund'),
      amount: fc.constantFrom(500, 2_000, PRICE),
      isMade: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: of('resolve'),
      which: fc.nat({ max: 1 }),
      resolution: fc.constantFrom<Resolution>(
        'HAPPENED',
        'HAPPENED',
        'HAPPENED',
        'DID_NOT_HAPPEN',
        'RETURNED',
        'BORNE_BY_PLATFORM',
        'BORNE_BY_PLATFORM',
        'BORNE_BY_PLATFORM',
      ),
      amount: fc.option(amount, { freq: 1 }),
    }),
  },
);

const resolvedBy = (
  { which, resolution, amount: paid }: Extract<Step, { do: 'resolve' }>,
  state: Payment,
  proposalId: string,
): readonly PaymentCommand[] => {
  const matter = state.status === 'NONE' ? undefined : state.investigation.matters[which];
  if (!matter) return [];
  const stated = matter.amount === null && paid !== null ? cents(paid) : null;
  const evidence = { evidence: 'Extrato do adquirente', reference: null };
  const proposal = { proposalId, matter: matter.key, resolution, amount: stated, ...evidence };
  return [
    { type: 'ProposeResolution', ...proposal, by: 'admin:ana', staffRevision: 0, now },
    { type: 'ConfirmResolution', proposalId, by: 'admin:bia', now },
  ];
};

const commandsOf = (each: Step, state: Payment, nth: number): readonly PaymentCommand[] => {
  switch (each.do) {
    case 'word': {
      const { status, transactionId } = each;
      const refundedAmount = each.refundedAmount === null ? null : cents(each.refundedAmount);
      const amounts = { amount: cents(each.amount), refundedAmount };
      return [said(status, { ...amounts, transactionId, orderId: 'p-1' })];
    }
    case 'leave':
      return [left];
    case 'refund': {
      const refund = { refundId: `r-${nth}`, now };
      return [
        { type: 'RequestRefund', ...refund, amount: cents(each.amount), note: '' },
        each.isMade
          ? { type: 'SettleRefund', ...refund }
          : { type: 'FailRefund', ...refund, cause: 'refused' },
      ];
    }
    case 'resolve':
      return resolvedBy(each, state, `proposal-${nth}`);
  }
};

const eventsOf = (command: PaymentCommand, state: Payment): readonly PaymentEvent[] => {
  try {
    return payment.decide(command, state);
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
};

/** The most that can have come in: the largest stated amounts, and at least the price. */
const largestReceived = (events: readonly PaymentEvent[]): number => {
  const largest = new Map([['tx-1', PRICE]]);
  for (const event of events) {
    if (event.type !== 'PaymentMismatchFound') continue;
    const { transactionId, amount: stated } = event.data.said;
    largest.set(transactionId, Math.max(largest.get(transactionId) ?? 0, stated ?? 0));
  }
  return [...largest.values()].reduce((sum, each) => sum + each, 0);
};

/** Returns by how much an event makes more money go back than came in. */
const excessBack = (event: PaymentEvent, state: Payment): number => {
  if (state.status === 'NONE') return 0;
  switch (event.type) {
    case 'PaymentNoticeRefused': {
      const { amount: contested = 0, receipt } = event.data.contested ?? {};
      const isAgain = state.status === 'REFUNDED' || state.status === 'CHARGEBACK';
      return isAgain || receipt !== undefined ? contested : 0;
    }
    case 'PaymentRefunded':
      return event.data.refundId.startsWith('r-') && state.borne.lost > 0 ? event.data.amount : 0;
    case 'PaymentResolved': {
      const { matter, transactionId, loss } = event.data;
      const isOther = transactionId !== null && !isApplied(state, transactionId);
      return isOther && matter.startsWith('receipt') ? Math.max(0, loss) : 0;
    }
    default:
      return 0;
  }
};

/** By how much more money goes back, by these events, than came in. */
const sumOfExcessBack = (events: readonly PaymentEvent[]): number => {
  let state = payment.initial;
  let total = 0;
  for (const event of events) {
    total += excessBack(event, state);
    state = replay(payment, [event], state);
  }
  return total;
};

describe('Any statements about a payment, refunds and decisions of staff', () => {
  it('leave as unapplied what staff must decide, and count no money of a transaction twice', () => {
    let decided = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 6, maxLength: 12, size: 'max' }), (steps) => {
        const events: PaymentEvent[] = [];
        let state = payment.initial;
        const applyAll = (command: PaymentCommand): void => {
          const next = eventsOf(command, state);
          events.push(...next);
          state = replay(payment, next, state);
        };
        [request, submitted()].forEach(applyAll);
        steps.forEach((each, nth) => {
          commandsOf(each, state, nth).forEach(applyAll);
          if (state.status === 'NONE') return expect.fail('no payment');
          const { [UNAPPLIED]: posted = 0, [CLEARING]: clearing = 0 } = booksOf(events);
          const unappliedOfMatters = state.investigation.matters.reduce(
            (sum, matter) => sum + matter.unapplied,
            0,
          );
          expect(posted).to.equal(unappliedOfMatters);
          expect(-clearing).to.be.at.most(largestReceived(events));
          // `posted` waits for staff, and the acquirer's statements about it may contradict each other.
          expect(clearing + posted).to.be.at.most(sumOfExcessBack(events));
        });
        decided += events.filter(({ type }) => type === 'PaymentResolved').length;
      }),
      { numRuns: 1_500 },
    );
    expect(decided, 'decisions of people').to.be.greaterThan(500);
  });
});
