import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { calledOff, request, said, submitted } from '#/domain/testing/payment-commands.ts';
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
} from '#/domain/testing/payment-resolutions.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { paymentEvents } from '#/domain/payment/events.ts';
import type { Payment } from '#/domain/payment/state.ts';

const DOLLARS = { currency: 'USD' } as const;
const otherReceipt = said('APPROVED', { ...DOLLARS, transactionId: 'tx-2', orderId: 'p-1' });

const openMatters = (state: Payment): readonly string[] =>
  state.status === 'NONE' ? [] : state.investigation.matters.map(({ key }) => key);

const historyAfter = (...commands: readonly PaymentCommand[]) => {
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
    ['another transaction paid the sale', 'receipt tx-2', [otherReceipt, said('APPROVED')]],
    [
      'people returned what else had come in',
      'receipt tx-2',
      [
        said('APPROVED', { amount: cents(9_000) }),
        otherReceipt,
        ...agreed('receipt tx-1', 'RETURNED'),
      ],
    ],
  ];
  for (const [how, receipt, commands] of endings) {
    it(`still waits for staff after ${how}, until they have returned it`, () => {
      const { events, state } = historyAfter(request, submitted(), ...commands);
      expect(openMatters(state)).to.deep.equal([receipt]);
      const returned = agreed(receipt, 'RETURNED').map((command) => ({
        ...command,
        proposalId: 'p-2',
      }));
      const { facts: rest, state: end } = given(...events)
        .when(...returned)
        .yields('PaymentResolutionProposed', 'PaymentResolved');
      expect(openMatters(end)).to.deep.equal([]);
      expect(booksOf([...events, ...rest])).to.deep.equal(booksOf(events));
    });
  }

  it('is of the charge itself: staff cannot find the charge paid besides', () => {
    given(...facts(request, submitted(), left, said('APPROVED', DOLLARS)))
      .when(proposed('charge', 'HAPPENED'))
      .refuses('investigation/not-an-answer');
  });

  it('is of another transaction: a decision about it neither ends the charge nor contradicts its payment', () => {
    const { facts: events, state } = given(...facts(request, submitted(), otherReceipt))
      .when(...agreed('receipt tx-2', 'DID_NOT_HAPPEN'), said('APPROVED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
    expect(openMatters(state)).to.deep.equal([]);
    expect(events.at(-1)?.data).to.include({ amount: 9_700 });
  });

  const ends = [
    ['HAPPENED', 'PaymentApproved'],
    ['RETURNED', 'PaymentCanceled'],
    ['DID_NOT_HAPPEN', 'PaymentCanceled'],
  ] as const;
  for (const [resolution, end] of ends) {
    it(`has an amount that no charge can have: staff can decide ${resolution}, and nothing is posted for it`, () => {
      const huge = said('APPROVED', { amount: cents(99_999_999_99 + 1) });
      const history = facts(request, submitted(), huge);
      expect(booksOf(history)).to.deep.equal({});
      const { facts: events, state } = given(...history)
        .when(...agreed('receipt tx-1', resolution), huge)
        .yields('PaymentResolutionProposed', 'PaymentResolved', end);
      for (const { type, data } of [...history, ...events])
        expect(paymentEvents[type].safeParse(data).error).to.equal(undefined);
      expect(openMatters(state)).to.deep.equal([]);
    });
  }
});

describe('Money of which the acquirer does not state the amount, for a payment that has ended', () => {
  const unstated = [
    ['another amount', said('APPROVED', { amount: 'OTHER' })],
    ['an amount that no charge can have', said('APPROVED', { amount: cents(99_999_999_99 + 1) })],
  ] as const;
  const agreedAgain = (matter: string, resolution: 'HAPPENED' | 'RETURNED') =>
    agreed(matter, resolution).map((command) => ({ ...command, proposalId: 'p-2' }));

  for (const [what, statement] of unstated) {
    for (const ending of [calledOff('expired'), said('REJECTED')]) {
      it(`waits for staff with the amount that they find, and may pay the sale then: ${what}, ${ending.type}`, () => {
        const ended = facts(request, submitted(), ending, statement);
        const { facts: events, state } = given(...ended)
          .when(...agreed('receipt tx-1', 'HAPPENED', cents(11_000)), statement)
          .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentMismatchFound');
        expect(booksOf(events)).to.deep.equal({ [CLEARING]: -11_000, [UNAPPLIED]: 11_000 });
        expect(openMatters(state)).to.deep.equal(['receipt tx-1']);
        const { facts: sold } = given(...ended, ...events)
          .when(...agreedAgain('receipt tx-1', 'HAPPENED'))
          .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
        expect(booksOf([...events, ...sold])).to.include({ [SETTLING]: 9_700, [UNAPPLIED]: 1_300 });
      });
    }
  }

  it('is booked as received beyond the price of a paid sale, and returned', () => {
    const sold = facts(request, submitted(), said('APPROVED'), unstated[0][1]);
    const { facts: events } = given(...sold)
      .when(
        ...agreed('receipt tx-1', 'HAPPENED', cents(19_400)),
        ...agreedAgain('receipt tx-1', 'RETURNED'),
      )
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentMismatchFound',
        'PaymentResolutionProposed',
        'PaymentResolved',
      );
    expect(booksOf([...sold, ...events])).to.deep.equal({ [CLEARING]: -9_700, [SETTLING]: 9_700 });
  });

  it('cannot be found by staff without an amount, or with the amount that is on record', () => {
    const canceled = facts(request, submitted(), calledOff('expired'), unstated[0][1]);
    const sold = facts(request, submitted(), said('APPROVED'), unstated[0][1]);
    const proposal = proposed('receipt tx-1', 'HAPPENED');
    for (const history of [canceled, sold])
      given(...history)
        .when(proposal)
        .refuses('investigation/amount-missing');
    given(...sold)
      .when(proposed('receipt tx-1', 'HAPPENED', cents(9_700)))
      .refuses('investigation/amount-missing');
    given(...facts(request, submitted(), unstated[0][1]))
      .when(proposal, calledOff('expired'), confirmed('HAPPENED'))
      .refuses('investigation/amount-missing');
  });

  it('cannot be found by staff in our currency if it came in in another one', () => {
    given(...facts(request, submitted(), calledOff('expired'), said('APPROVED', DOLLARS)))
      .when(proposed('receipt tx-1', 'HAPPENED', cents(11_000)))
      .refuses('investigation/not-an-answer');
  });
});
