import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, submitted, said } from '#/domain/testing/payment-commands.ts';
import {
  given,
  facts,
  agreed,
  underpaid,
  CLEARING,
  LOSSES,
} from '#/domain/testing/payment-resolutions.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent } from '#/domain/payment/state.ts';

/** Keys of the matters that staff must decide. */
const mattersAfter = (events: readonly PaymentEvent[]): readonly string[] => {
  const state = replay(payment, events);
  return state.status === 'NONE' ? [] : state.investigation.matters.map(({ key }) => key);
};

describe('Money that staff have returned to its buyer', () => {
  it('waits for staff again when it is charged back, too: the platform has paid twice', () => {
    const chargedBack = said('CHARGEBACK', { amount: cents(9_000) });
    const { facts: events, state } = given(...underpaid)
      .when(...agreed('receipt tx-1', 'RETURNED'), chargedBack, chargedBack)
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentCanceled',
        'PaymentNoticeRefused',
      );
    if (state.status === 'NONE') return expect.fail();
    expect(state.investigation.matters).to.deep.include.members([
      {
        key: 'said CHARGEBACK tx-1',
        cause: 'CONTRADICTED_OUTCOME',
        since: now,
        amount: 9_000,
        unapplied: 0,
        said: {
          status: 'CHARGEBACK',
          amount: null,
          currency: null,
          transactionId: 'tx-1',
          cause: null,
        },
      },
    ]);
    const { facts: rest } = given(...underpaid, ...events)
      .when(
        ...agreed('said CHARGEBACK tx-1', 'BORNE_BY_PLATFORM').map((command) => ({
          ...command,
          proposalId: 'p-2',
        })),
        chargedBack,
      )
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...underpaid, ...events, ...rest])).to.deep.equal({
      [CLEARING]: 9_000,
      [LOSSES]: -9_000,
    });
  });

  it('does not take the sale back with it when another transaction paid the sale', () => {
    const secondReceipt = { transactionId: 'tx-9', orderId: 'p-1' };
    const twice = facts(request, submitted(), said('APPROVED'), said('APPROVED', secondReceipt));
    const taken = agreed('said CHARGEBACK tx-9', 'HAPPENED').map((command) => ({
      ...command,
      proposalId: 'p-2',
    }));
    given(...twice)
      .when(...agreed('receipt tx-9', 'RETURNED'), said('CHARGEBACK', secondReceipt), ...taken)
      .refuses('investigation/not-an-answer');
  });

  it('is one matter for each transaction, however long their ids are', () => {
    const ids = ['1', '2'].map((end) => `${'x'.repeat(190)}${end}`);
    const receipts = ids.map((transactionId) => ({ transactionId, orderId: 'p-1' }));
    const paid = facts(
      request,
      submitted(),
      said('APPROVED'),
      ...receipts.map((receipt) => said('APPROVED', receipt)),
    );
    const matters = mattersAfter(paid);
    expect(matters).to.have.length(2);
    const returned = matters.flatMap((key, nth) =>
      agreed(key, 'RETURNED').map((command) => ({ ...command, proposalId: `p-${nth}` })),
    );
    const { facts: events } = given(...paid)
      .when(...returned, ...receipts.map((receipt) => said('CHARGEBACK', receipt)))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentNoticeRefused',
        'PaymentNoticeRefused',
      );
    expect(mattersAfter([...paid, ...events])).to.have.length(2);
  });

  it('is the rest of an overpaid sale, too, when the whole charge is taken back', () => {
    const whole = { amount: cents(10_000) };
    const overpaid = facts(request, submitted(), said('APPROVED', whole));
    const parts = (['HAPPENED', 'RETURNED'] as const).flatMap((resolution) =>
      agreed('receipt tx-1', resolution).map((command) => ({ ...command, proposalId: resolution })),
    );
    const { facts: events } = given(...overpaid)
      .when(...parts, said('CHARGEBACK', whole), said('CHARGEBACK', whole))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentApproved',
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentChargedBack',
        'PaymentNoticeRefused',
      );
    expect(events.at(-1)?.data).to.have.nested.property('contested.amount', 300);
  });

  it('changes nothing when it is charged back and staff had found that it never came in', () => {
    given(...underpaid)
      .when(...agreed('receipt tx-1', 'DID_NOT_HAPPEN'), said('CHARGEBACK'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentCanceled');
  });
});
