import { expect } from 'chai';
import { eventSchemas } from '#/domain/aggregates/events.ts';
import { cents, ZERO } from '#/domain/values/money.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed } from '#/domain/testing/payment-resolutions.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { PaymentCommand } from './commands.ts';
import { payment } from './decider.ts';

const { given, facts } = specify(payment);

const refundOf = (refundId: string, amount: number): readonly PaymentCommand[] => [
  { type: 'RequestRefund', refundId, amount: cents(amount), note: '', now },
  { type: 'SettleRefund', refundId, now },
];

const twoHoursLater = { now: addSeconds(now, 2 * 3_600) } as const;
const statementOf = (
  status: 'APPROVED' | 'REFUNDED',
  refundedAmount: number,
  when: { readonly now: Timestamp } = twoHoursLater,
): PaymentCommand => ({ ...said(status, { refundedAmount: cents(refundedAmount) }), ...when });

const paid = [request, submitted(), said('APPROVED')] as const;
const whole = facts(...paid, ...refundOf('r-1', 9_700));

const missing = (commands: readonly PaymentCommand[]) =>
  facts(...commands).flatMap((event) =>
    event.type === 'PaymentNoticeRefused' && event.data.missing ? [event.data.missing] : [],
  );

const missingAfter = (...commands: readonly PaymentCommand[]) => missing([...paid, ...commands]);

describe('A refund that is on the books, and missing in the total that the acquirer states', () => {
  it('is recorded once if the acquirer was asked after the refund was settled', () => {
    const { facts: events } = given(...whole)
      .when(statementOf('APPROVED', 0), statementOf('APPROVED', 0), said('APPROVED'))
      .yields('PaymentNoticeRefused', 'PaymentNoticeRefused');
    const [, event] = events;
    if (event?.type !== 'PaymentNoticeRefused') return expect.fail();
    expect(event.data.missing).to.deep.equal({ refundId: 'r-1', total: 0 });
    expect(() => eventSchemas.PaymentNoticeRefused.parse(event.data)).to.not.throw();
    return undefined;
  });

  it('is the one whose amount is missing, if only that was not made', () => {
    const both = [...refundOf('r-1', 500), ...refundOf('r-2', 700)];
    expect(missingAfter(...both, statementOf('APPROVED', 700))).to.deep.equal([
      { refundId: 'r-1', total: 700 },
    ]);
    expect(missingAfter(...both, statementOf('REFUNDED', 500))).to.deep.equal([
      { refundId: 'r-2', total: 500 },
    ]);
    expect(missingAfter(...both, statementOf('APPROVED', 0))).to.have.length(2);
    expect(missingAfter(...both, statementOf('APPROVED', 1_200))).to.deep.equal([]);
  });

  it('is only the earlier one if staff already decide about that when a later one is made', () => {
    const muchLater = { now: addSeconds(now, 4 * 3_600) } as const;
    expect(
      missingAfter(
        ...refundOf('r-1', 500),
        statementOf('APPROVED', 0),
        ...refundOf('r-2', 500),
        statementOf('APPROVED', 500, muchLater),
      ).map(({ refundId }) => refundId),
    ).to.deep.equal(['r-1']);
  });

  it('is not what staff returned of the receipt or took back from the sale', () => {
    const overpayment = [request, submitted(), said('APPROVED', { amount: cents(10_000) })];
    const returned = agreed('receipt tx-1', 'RETURNED').map((command) => ({
      ...command,
      proposalId: 'p-2',
    }));
    const overpaid = [...overpayment, ...agreed('receipt tx-1', 'HAPPENED'), ...returned];
    const surplusBack = { amount: cents(10_000), refundedAmount: cents(300) };
    const statement = { ...said('APPROVED', surplusBack), ...twoHoursLater };
    expect(missing([...overpaid, ...refundOf('r-1', 300), statement])).to.deep.equal([]);
    const contested = said('REJECTED');
    const takenBack = [contested, ...agreed('said REJECTED', 'HAPPENED')];
    const takenBackAfterRefund = [
      request,
      submitted(),
      said('APPROVED'),
      ...refundOf('r-1', 700),
      ...takenBack,
    ];
    expect(missing([...takenBackAfterRefund, statementOf('APPROVED', 700)])).to.deep.equal([]);
  });

  it('is not taken for missing by an answer that may be older, or that states no total', () => {
    for (const command of [
      statementOf('APPROVED', 0, { now }),
      statementOf('APPROVED', 0, { now: addSeconds(now, 60) }),
      { ...said('APPROVED'), ...twoHoursLater },
      { ...statementOf('REFUNDED', 0) },
      { ...said('CHARGEBACK', { refundedAmount: ZERO }), ...twoHoursLater },
    ]) {
      expect(missingAfter(...refundOf('r-1', 9_700), command)).to.deep.equal([]);
    }
  });
});
