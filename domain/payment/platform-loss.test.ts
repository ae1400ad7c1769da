import { expect } from 'chai';
import type { Resolution } from '#/domain/investigation/events.ts';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import {
  agreed,
  CLEARING,
  facts,
  given,
  left,
  LOSSES,
  SETTLING,
} from '#/domain/testing/payment-resolutions.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import type { PaymentCommand } from './commands.ts';
import type { PaymentEvent } from './state.ts';

/** Two members of staff decide again, after an earlier proposal. */
const agreedAgain = (matter: string, resolution: Resolution) =>
  agreed(matter, resolution).map((command) => ({ ...command, proposalId: 'p-2' }));

const totalBack = (total: number) =>
  said('REFUNDED', { amount: cents(9_000), refundedAmount: cents(total) });

const takenFrom = (events: readonly PaymentEvent[]): readonly number[] =>
  events.flatMap(({ type, data }) =>
    type === 'PaymentRefunded' || type === 'PaymentChargedBack' ? [data.amount] : [],
  );

const sales: readonly (readonly [string, readonly PaymentCommand[]])[] = [
  ['that its acquirer had approved', [said('APPROVED')]],
  ['that people had found paid', [left, ...agreed('charge', 'HAPPENED')]],
];

for (const [which, paid] of sales) {
  describe(`A sale ${which}, and whose whole money the platform has lost`, () => {
    const sold = [request, submitted(), ...paid];
    const borne = [said('CANCELED'), ...agreed('said CANCELED', 'BORNE_BY_PLATFORM')];
    const lostBooks = { [SETTLING]: 9_700, [LOSSES]: -9_700 };

    for (const status of ['REFUNDED', 'CHARGEBACK', 'REJECTED'] as const) {
      it(`is not taken from the seller as well when it is ${status}, until staff decide so`, () => {
        const history = facts(...sold, ...borne);
        const { facts: events } = given(...history)
          .when(said(status), said(status))
          .yields('PaymentNoticeRefused');
        expect(booksOf([...history, ...events])).to.deep.equal(lostBooks);
        for (const [resolution, books] of [
          ['HAPPENED', {}],
          ['BORNE_BY_PLATFORM', lostBooks],
          ['DID_NOT_HAPPEN', lostBooks],
        ] as const) {
          const types = resolution === 'HAPPENED' ? (['PaymentRefunded'] as const) : [];
          const { facts: rest } = given(...history, ...events)
            .when(...agreedAgain(`said ${status}`, resolution))
            .yields('PaymentResolutionProposed', 'PaymentResolved', ...types);
          expect(booksOf([...history, ...events, ...rest]), resolution).to.deep.equal(books);
        }
      });
    }

    it('costs the platform nothing once a refund that was requested before gave all of it back', () => {
      const refund = { refundId: 'r-1', amount: cents(9_700), now };
      const requestRefund: PaymentCommand = { type: 'RequestRefund', ...refund, note: '' };
      const settleRefund: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };
      const events = facts(...sold, requestRefund, ...borne, settleRefund);
      expect(booksOf(events)).to.deep.equal({});
    });
  });
}

const shortfalls: readonly (readonly [string, readonly PaymentCommand[]])[] = [
  [
    'as people decided before it was approved',
    [said('APPROVED', { amount: cents(9_000) }), ...agreed('receipt tx-1', 'BORNE_BY_PLATFORM')],
  ],
  [
    'as people decided when its acquirer said that less had come in than they had found',
    [
      left,
      ...agreed('charge', 'HAPPENED'),
      said('APPROVED', { amount: cents(9_000) }),
      ...agreedAgain('receipt tx-1', 'BORNE_BY_PLATFORM'),
    ],
  ],
];

for (const [how, commands] of shortfalls) {
  describe(`A sale of which 700 of 9,700 cents never came in, and are the platform’s loss, ${how}`, () => {
    const underpaid = [request, submitted(), ...commands];
    const agreedAtLast = (matter: string, resolution: Resolution) =>
      agreed(matter, resolution).map((command) => ({ ...command, proposalId: 'p-3' }));

    for (const [what, ends] of [
      ['charged back', [said('CHARGEBACK')]],
      ['refunded', [said('REFUNDED')]],
      ['refunded by all that came in', [totalBack(9_000)]],
      ['refunded in two parts', [totalBack(4_000), totalBack(9_000)]],
    ] as const) {
      it(`costs the platform nothing once it is ${what}`, () => {
        const events = facts(...underpaid, ...ends, ...ends);
        expect(takenFrom(events).reduce((total, each) => total + each, 0)).to.equal(9_700);
        expect(booksOf(events)).to.deep.equal({});
      });
    }

    it('still costs the platform its loss while only a part of it was refunded', () => {
      const events = facts(...underpaid, totalBack(4_000), totalBack(4_000));
      expect(takenFrom(events)).to.deep.equal([4_000]);
      expect(booksOf(events)).to.deep.equal({
        [CLEARING]: -5_000,
        [SETTLING]: 5_700,
        [LOSSES]: -700,
      });
    });

    for (const [resolution, books] of [
      ['HAPPENED', {}],
      ['BORNE_BY_PLATFORM', { [SETTLING]: 9_700, [LOSSES]: -9_700 }],
      ['DID_NOT_HAPPEN', { [CLEARING]: -9_000, [SETTLING]: 9_700, [LOSSES]: -700 }],
    ] as const) {
      it(`lost only what came in when its acquirer says that it was canceled: ${resolution}`, () => {
        const events = facts(
          ...underpaid,
          said('CANCELED'),
          ...agreedAtLast('said CANCELED', resolution),
        );
        expect(booksOf(events)).to.deep.equal(books);
      });
    }

    it('lost only what came in when that went back a second time', () => {
      const events = facts(...underpaid, said('REFUNDED'), said('CHARGEBACK'));
      expect(events.at(-1)?.data).to.have.nested.property('contested.amount', 9_000);
    });
  });
}

describe('A sale of which a part was returned before, and whose rest the platform bore', () => {
  it('gives the platform back what came in after all', () => {
    const paidAgain = said('APPROVED', { amount: cents(9_700) });
    const events = facts(
      request,
      submitted(),
      said('APPROVED', { amount: cents(9_000) }),
      ...agreed('receipt tx-1', 'RETURNED'),
      paidAgain,
      ...agreedAgain('receipt tx-1', 'BORNE_BY_PLATFORM'),
      said('APPROVED', { amount: cents(9_900) }),
      ...agreed('receipt tx-1', 'HAPPENED'),
    );
    expect(booksOf(events)).to.deep.equal({
      [CLEARING]: -900,
      [SETTLING]: 9_700,
      [LOSSES]: -8_800,
    });
  });
});
