import { expect } from 'chai';
import type { BooksState } from './books.ts';
import { judgeShown, type ShownView } from './shown.ts';

const sale = { paymentId: 'p-1', status: 'APPROVED', amount: 9_700, refundedAmount: 700 };
const payout = { withdrawalId: 'w-1', status: 'APPROVED', net: 2_000 };
const balance = { sellerId: 'seller', pending: 100, available: -40, held: 0 };
const shown: ShownView = { sales: [sale], withdrawals: [payout], balances: [balance] };

const moved = (kind: 'charge' | 'refund' | 'payout', reference: string, amount: number) => ({
  kind,
  reference,
  transactionId: 't-1',
  amount,
});

const drained: BooksState = {
  events: [],
  entries: [
    { position: '1', address: 'receiver:seller:BRL:pending', amount: 100 },
    { position: '1', address: 'receiver:seller:BRL:available', amount: 60 },
    { position: '2', address: 'receiver:seller:BRL:available', amount: -100 },
    { position: '2', address: 'receiver:other:BRL:held', amount: 5 },
  ],
  banks: [
    {
      acquirer: 'zendry',
      account: 'one',
      moved: [
        moved('charge', 'P1', 9_700),
        moved('refund', 'p-1', -700),
        moved('payout', 'w1', -2_000),
      ],
    },
  ],
  parked: [],
  waiting: [],
  misled: [],
};

const findings = (changed: Partial<ShownView>, books: Partial<BooksState> = {}, isDrained = true) =>
  judgeShown(
    { ...shown, ...changed },
    { ...drained, ...books },
    { before: 'sale-before', isDrained },
  );

describe('The judge of what is shown', () => {
  it('finds nothing where it is as acquirers moved it and as it is booked', () => {
    expect(findings({})).to.deep.equal([]);
    expect(findings({ sales: [sale, { ...sale, paymentId: 'sale-before' }] })).to.deep.equal([]);
    const unpaid = { paymentId: 'p-2', status: 'CANCELED', amount: 9_700, refundedAmount: 0 };
    const failed = { withdrawalId: 'w-2', status: 'REJECTED', net: 2_000 };
    expect(findings({ sales: [sale, unpaid], withdrawals: [payout, failed] })).to.deep.equal([]);
  });

  it('finds sales and payouts that moved otherwise, but for those that wait for a person', () => {
    const wrong = ['p-1 is shown to have moved 9700 cents, and moved 9000'];
    const sales = [{ ...sale, refundedAmount: 0 }];
    expect(findings({ sales })).to.deep.equal(wrong);
    expect(findings({ sales: [{ ...sale, status: 'PENDING' }] })).to.have.length(1);
    expect(findings({ withdrawals: [{ ...payout, status: 'REJECTED' }] })).to.deep.equal([
      'w-1 is shown to have moved 0 cents, and moved -2000',
    ]);
    expect(findings({ sales }, { waiting: ['p-1'] })).to.deep.equal([]);
  });

  it('counts what the platform has besides a sale: money that is not applied, and what it bears as a loss', () => {
    const event = { position: '3', stream: 'payment-p-1', type: 'PaymentResolved', data: '{}' };
    const findingsWith = (address: string, amount: number) =>
      findings(
        { sales: [{ ...sale, refundedAmount: 0 }] },
        {
          events: [event],
          entries: [...drained.entries, { position: '3', address, amount }],
        },
      );
    expect(findingsWith('platform:one:BRL:losses', -700)).to.deep.equal([]);
    expect(findingsWith('platform:one:BRL:unapplied', -700)).to.deep.equal([]);
    expect(findingsWith('platform:one:BRL:fees', -700)).to.have.length(1);
  });

  it('accepts what is open or charged back, until everything has come to its end', () => {
    const requested = {
      position: '3',
      stream: 'payment-p-1',
      type: 'PaymentRequested',
      data: '{}',
    };
    const pending = { sales: [{ ...sale, status: 'PENDING' }] };
    expect(findings(pending, { events: [requested] }, false)).to.deep.equal([]);
    expect(findings(pending, {}, false)).to.have.length(1);
    expect(findings(pending, { events: [requested] })).to.have.length(1);
    const [bank] = drained.banks;
    const chargeback = { ...moved('refund', 'p-1', -9_000), kind: 'chargeback' } as const;
    const banks = [
      { acquirer: 'zendry', account: 'one', moved: [...(bank?.moved ?? []), chargeback] },
    ];
    expect(findings({}, { banks }, false)).to.deep.equal([]);
    expect(findings({}, { banks })).to.have.length(1);
  });

  it('finds balances that are not as booked', () => {
    expect(findings({ balances: [{ ...balance, available: 60, held: 1 }] })).to.deep.equal([
      '60 cents are shown as available of seller, and -40 are booked',
      '1 cents are shown as held of seller, and 0 are booked',
    ]);
  });
});
