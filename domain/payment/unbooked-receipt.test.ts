import { expect } from 'chai';
import { cents } from '#/domain/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { calledOff, request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed, facts, given, left, proposed } from '#/domain/testing/payment-resolutions.ts';
import type { PaymentCommand } from './commands.ts';
import { paymentEvents } from './events.ts';
import type { Payment } from './state.ts';

const DOLLARS = { currency: 'USD' } as const;
const other = said('APPROVED', { ...DOLLARS, transactionId: 'tx-2', orderId: 'p-1' });

const waiting = (state: Payment): readonly string[] =>
  state.status === 'NONE' ? [] : state.investigation.matters.map(({ key }) => key);

const after = (...commands: readonly PaymentCommand[]) => {
  const events = facts(...commands);
  return {
    events,
    state: given(...events)
      .when()
      .yields().state,
  };
};

describe('Money that came in and cannot be booked', () => {
  const endings: readonly (readonly [string, string, readonly PaymentCommand[]])[] = [
    [
      'people found that the charge was not paid',
      'receipt tx-1',
      [left, said('APPROVED', DOLLARS), ...agreed('charge', 'DID_NOT_HAPPEN')],
    ],
    ['the charge has expired', 'receipt tx-1', [said('APPROVED', DOLLARS), calledOff('expired')]],
    ['another transaction paid the sale', 'receipt tx-2', [other, said('APPROVED')]],
    [
      'people returned what else had come in',
      'receipt tx-2',
      [said('APPROVED', { amount: cents(9_000) }), other, ...agreed('receipt tx-1', 'RETURNED')],
    ],
  ];
  for (const [how, receipt, commands] of endings) {
    it(`waits for people still after ${how}, and no longer once they have returned it`, () => {
      const { events, state } = after(request, submitted(), ...commands);
      expect(waiting(state)).to.deep.equal([receipt]);
      const returned = agreed(receipt, 'RETURNED').map((it) => ({ ...it, proposalId: 'p-2' }));
      const { facts: rest, state: end } = given(...events)
        .when(...returned)
        .yields('PaymentResolutionProposed', 'PaymentResolved');
      expect(waiting(end)).to.deep.equal([]);
      expect(booksOf([...events, ...rest])).to.deep.equal(booksOf(events));
    });
  }

  it('is the charge’s own: people do not find the charge paid besides', () => {
    given(...facts(request, submitted(), left, said('APPROVED', DOLLARS)))
      .when(proposed('charge', 'HAPPENED'))
      .refuses('investigation/not-an-answer');
  });

  it('is another transaction’s: what became of it neither ends the charge nor contradicts its payment', () => {
    const { facts: events, state } = given(...facts(request, submitted(), other))
      .when(...agreed('receipt tx-2', 'DID_NOT_HAPPEN'), said('APPROVED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
    expect(waiting(state)).to.deep.equal([]);
    expect(events.at(-1)?.data).to.include({ amount: 9_700 });
  });

  const ends = [
    ['HAPPENED', 'PaymentApproved'],
    ['RETURNED', 'PaymentCanceled'],
    ['DID_NOT_HAPPEN', 'PaymentCanceled'],
  ] as const;
  for (const [resolution, end] of ends) {
    it(`is an amount that no charge can have: people can say ${resolution}, and it is not posted`, () => {
      const huge = said('APPROVED', { amount: cents(99_999_999_99 + 1) });
      const history = facts(request, submitted(), huge);
      expect(booksOf(history)).to.deep.equal({});
      const { facts: events, state } = given(...history)
        .when(...agreed('receipt tx-1', resolution), huge)
        .yields('PaymentResolutionProposed', 'PaymentResolved', end);
      for (const { type, data } of [...history, ...events])
        expect(paymentEvents[type].safeParse(data).error).to.equal(undefined);
      expect(waiting(state)).to.deep.equal([]);
    });
  }
});
