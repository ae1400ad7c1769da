import { expect } from 'chai';
import { judgeBooks, type BooksState } from './books.ts';

const at = (stream: string, type: string, data: unknown = {}) => ({
  position: `${stream} ${type}`,
  stream,
  type,
  data: JSON.stringify(data),
});

const entriesOf = (position: string, [from, to]: readonly [string, string], amount: number) => [
  { position, address: from, amount: -amount },
  { position, address: to, amount },
];

const requested = at('payment-p-1', 'PaymentRequested');
const approved = at('payment-p-1', 'PaymentApproved');
const booked = at('account-seller.2026-11', 'ReceivablesBooked', { paymentId: 'p-1' });
const settling = 'platform:one:BRL:settling';
const clearing = 'provider:zendry:one:BRL:clearing';

/** R$ 97, paid and booked. */
const sale: BooksState = {
  events: [requested, approved, booked],
  entries: [
    ...entriesOf(approved.position, [clearing, settling], 9_700),
    ...entriesOf(booked.position, [settling, 'receiver:seller:BRL:pending'], 9_700),
  ],
  banks: [
    {
      acquirer: 'zendry',
      account: 'one',
      moved: [{ kind: 'charge', reference: 'p-1', transactionId: 't-1', amount: 9_700 }],
    },
  ],
  parked: [],
  waiting: [],
  misled: [],
};

/** The findings about the sale with these changes. @param isDrained whether everything has come to its end */
const findings = (changed: Partial<BooksState>, isDrained = true) =>
  judgeBooks({ ...sale, ...changed }, { before: 'sale-before', isDrained });

describe('The judge of the books', () => {
  it('finds nothing where every item is booked as its acquirer has it', () => {
    expect(findings({})).to.deep.equal([]);
  });

  it('finds an item that moved and is not booked, that is booked and did not move, or that differs', () => {
    const [bank] = sale.banks;
    const moved = (bank?.moved ?? []).map((each) => ({ ...each, amount: 9_600 }));
    expect(findings({ banks: [{ acquirer: 'zendry', account: 'one', moved }] })).to.deep.equal([
      'zendry moved 9600 cents for p1, and the books say 9700',
    ]);
    expect(findings({ banks: [] })).to.deep.equal([
      'zendry moved 0 cents for p1, and the books say 9700',
    ]);
    expect(findings({ entries: [] })).to.deep.equal([
      'zendry moved 9700 cents for p1, and the books say 0',
    ]);
    // The sum alone would not show this.
    for (const [acquirer, account] of [
      ['cashtime', 'one'],
      ['zendry', 'another'],
    ] as const)
      expect(findings({ banks: [{ acquirer, account, moved: bank?.moved ?? [] }] })).to.have.length(
        2,
      );
  });

  it('accepts what is shown as waiting for a person', () => {
    const refundRequested = at('refund-r-1', 'RefundRequested', { paymentId: 'p-1' });
    const [bank] = sale.banks;
    const refund = {
      kind: 'refund',
      reference: 'p-1',
      transactionId: 't-1',
      amount: -100,
    } as const;
    const banks = [{ acquirer: 'zendry', account: 'one', moved: [...(bank?.moved ?? []), refund] }];
    const events = [...sale.events, refundRequested];
    expect(findings({ events, banks })).to.deep.equal([
      'zendry moved 9600 cents for p1, and the books say 9700',
      'refund-r-1 is still open, and waits for nobody',
    ]);
    expect(findings({ events, banks, waiting: ['r-1', 'p-1'] })).to.deep.equal([]);
  });

  it('accepts what staff decided against the books of an acquirer, until it has contradicted them', () => {
    const misled = { banks: [], misled: ['p-1'] };
    expect(findings(misled, false)).to.deep.equal([]);
    expect(findings(misled)).to.deep.equal(['zendry moved 0 cents for p1, and the books say 9700']);
  });

  it('finds a trial balance that does not sum to zero, and what stands between two books', () => {
    expect(findings({ entries: sale.entries.slice(0, 3) })).to.deep.equal([
      'the trial balance sums to -9700',
    ]);
    expect(findings({ entries: sale.entries.slice(0, 2) })).to.deep.equal([
      `9700 cents are left on ${settling}`,
    ]);
  });

  it('finds a requested refund that neither begins nor ends', () => {
    const refundRequested = at('payment-p-1', 'PaymentRefundRequested', { refundId: 'r-1' });
    const unbegun = [...sale.events, refundRequested];
    expect(findings({ events: unbegun })).to.deep.equal([
      'refund-r-1 was asked for, and waits for nobody',
    ]);
    expect(findings({ events: unbegun }, false)).to.deep.equal([]);
    const settled = [
      at('refund-r-1', 'RefundRequested', { paymentId: 'p-1' }),
      at('refund-r-1', 'RefundSettled'),
    ];
    const failed = at('payment-p-1', 'PaymentRefundFailed', { refundId: 'r-1' });
    for (const ends of [settled, [failed]])
      expect(findings({ events: [...unbegun, ...ends] })).to.deep.equal([]);
  });

  it('finds what is open, and what is parked, for ever', () => {
    const open = at('withdrawal-w-1', 'WithdrawalRequested');
    expect(findings({ events: [...sale.events, open], parked: ['policies away'] })).to.deep.equal([
      'withdrawal-w-1 is still open, and waits for nobody',
      'an event is parked for ever: policies away',
    ]);
  });

  describe('while requests may be open', () => {
    const whileOpen = (changed: Partial<BooksState>) => findings(changed, false);
    const [bank] = sale.banks;
    const withMovement = (kind: 'refund' | 'chargeback', amount: number) => [
      {
        acquirer: 'zendry',
        account: 'one',
        moved: [
          ...(bank?.moved ?? []),
          { kind, reference: 'p-1', transactionId: 't-1', amount } as const,
        ],
      },
    ];

    it('finds an item that has ended, and is not booked as its acquirer has it', () => {
      expect(whileOpen({})).to.deep.equal([]);
      expect(whileOpen({ banks: withMovement('refund', -100) })).to.deep.equal([
        'zendry moved 9600 cents for p1, and the books say 9700',
      ]);
    });

    it('accepts what is open: a sale, and the sale of which a refund is open', () => {
      const refund = at('refund-r-1', 'RefundRequested', { paymentId: 'p-1' });
      const banks = withMovement('refund', -100);
      expect(whileOpen({ events: [requested], entries: [] })).to.deep.equal([]);
      expect(whileOpen({ events: [...sale.events, refund], banks })).to.deep.equal([]);
      const settled = at('refund-r-1', 'RefundSettled');
      expect(whileOpen({ events: [...sale.events, refund, settled], banks })).to.have.length(1);
    });

    it('accepts a chargeback that is not booked yet, but no other difference', () => {
      expect(whileOpen({ banks: withMovement('chargeback', -9_700) })).to.deep.equal([]);
      expect(findings({ banks: withMovement('chargeback', -9_700) })).to.have.length(1);
      expect(whileOpen({ entries: [], banks: withMovement('chargeback', -100) })).to.have.length(1);
    });

    it('finds money that is held though nothing is open, and money between two books', () => {
      const held = entriesOf('payment-p-1 PaymentApproved', ['x', 'receiver:seller:BRL:held'], 5);
      const open = at('withdrawal-w-1', 'WithdrawalRequested');
      const entries = [...sale.entries, ...held];
      expect(whileOpen({ entries })).to.deep.equal([
        '5 cents are left on receiver:seller:BRL:held',
      ]);
      expect(whileOpen({ entries, events: [...sale.events, open] })).to.deep.equal([]);
      expect(whileOpen({ entries: sale.entries.slice(0, 2) })).to.have.length(1);
    });
  });
});
