import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import {
  agreed,
  CLEARING,
  confirmed,
  facts,
  given,
  left,
  proposed,
  SETTLING,
  UNAPPLIED,
  unresolved,
} from '#/domain/testing/payment-resolutions.ts';

const paid = (amount: number) => said('APPROVED', { amount: cents(amount) });

describe('Money of a charge whose outcome was unknown', () => {
  const received = facts(request, submitted(), left, paid(9_000));

  it('pays the sale as what came in, and not a second time as the charge', () => {
    given(...received)
      .when(proposed('charge', 'HAPPENED'))
      .refuses('investigation/not-an-answer');
    const { facts: events } = given(...received)
      .when(...agreed('receipt tx-1', 'BORNE_BY_PLATFORM'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
    expect(booksOf([...received, ...events])).to.have.property(CLEARING, -9_000);
  });

  for (const resolution of ['HAPPENED', 'DID_NOT_HAPPEN'] as const) {
    it(`refuses to confirm ${resolution} of the charge when it was proposed before the money was seen`, () => {
      given(...unresolved)
        .when(proposed('charge', resolution), paid(9_000), confirmed(resolution))
        .refuses('investigation/changed');
    });
  }

  it('pays no sale by an answer about another transaction while it waits', () => {
    const other = said('PENDING', { transactionId: 'tx-2', orderId: 'p-1' });
    given(
      ...received,
      ...given(...received)
        .when(other)
        .yields('PaymentMismatchFound').facts,
    )
      .when(proposed('receipt tx-2', 'HAPPENED'))
      .refuses('investigation/not-an-answer');
  });

  it('still waits for staff after the charge was called off, and may pay the sale then', () => {
    const { facts: events } = given(...received)
      .when(...agreed('charge', 'DID_NOT_HAPPEN'), ...agreed('receipt tx-1', 'BORNE_BY_PLATFORM'))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentCanceled',
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentApproved',
      );
    expect(booksOf([...received, ...events])).to.have.property(CLEARING, -9_000);
  });

  it('is counted once by the acquirer’s next amount where an older log has it twice', () => {
    const asPaid = given(...unresolved)
      .when(...agreed('charge', 'HAPPENED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved').facts;
    const twice = [...received, ...asPaid];
    expect(booksOf(twice)).to.have.property(CLEARING, -18_700);
    const { facts: events, state } = given(...twice)
      .when(paid(9_300))
      .yields('PaymentMismatchFound');
    expect(booksOf([...twice, ...events])).to.deep.equal({
      [CLEARING]: -9_300,
      [SETTLING]: 9_700,
      [UNAPPLIED]: -400,
    });
    if (state.status === 'NONE') return expect.fail();
    expect(state.investigation.matters.map(({ amount }) => amount)).to.deep.equal([400]);
    return undefined;
  });
});
