import { expect } from 'chai';
import { cents } from '#/domain/money.ts';
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

describe('Money that people have returned to its buyer', () => {
  it('waits for people again when it is charged back after they had returned it: the platform has paid twice', () => {
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
        ...agreed('said CHARGEBACK tx-1', 'BORNE_BY_PLATFORM').map((it) => ({
          ...it,
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
    const again = { transactionId: 'tx-9', orderId: 'p-1' };
    const twice = facts(request, submitted(), said('APPROVED'), said('APPROVED', again));
    const taken = agreed('said CHARGEBACK tx-9', 'HAPPENED').map((it) => ({
      ...it,
      proposalId: 'p-2',
    }));
    given(...twice)
      .when(...agreed('receipt tx-9', 'RETURNED'), said('CHARGEBACK', again), ...taken)
      .refuses('investigation/not-an-answer');
  });

  it('is no news when it is charged back and people had found that it never came in', () => {
    given(...underpaid)
      .when(...agreed('receipt tx-1', 'DID_NOT_HAPPEN'), said('CHARGEBACK'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentCanceled');
  });
});
