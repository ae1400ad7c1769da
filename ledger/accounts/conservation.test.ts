import { expect } from 'chai';
import type { DomainEvent, EventNamed, EventType } from '#/domain/aggregates/events.ts';
import { cents } from '#/domain/values/money.ts';
import { sampleNow as at, samplePayment, sampleEncrypted } from '#/domain/testing/samples.ts';
import { encode } from '#/ledger/codec.ts';

const encoded = (event: DomainEvent) =>
  encode(event, {
    id: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11',
    stream: 'payment-p-1',
    meta: { platform: 'demo', actor: 'system', correlation: 'p-1', causation: 'c-1' },
  });

const [DUE, LATER] = ['2026-11-27', '2026-12-28'];
const currency = 'BRL' as const;
const owner = { platformId: 'demo', receiverId: 'seller-1', currency };
const parts = { net: cents(900), fee: cents(80), interest: cents(20) };
const receivables = [
  { installment: 1, amount: cents(450), dueOn: DUE, releaseOn: DUE },
  { installment: 2, amount: cents(450), dueOn: LATER, releaseOn: LATER },
];
const sale = { platformId: 'demo', sellerId: 'seller-1', provider: 'sandbox', currency };
const divided = { amount: cents(1_000), parts, receivables };
const givenBack = { ...sale, ...divided, refundId: 'r-1', total: cents(1_000), at };
const withdrawal = {
  ...owner,
  amount: cents(500),
  fee: cents(150),
  provider: 'sandbox',
  at,
};
const payout = { method: 'PIX', pixType: 'EMAIL', destination: sampleEncrypted } as const;
const carried = {
  pending: [{ releaseOn: LATER, amount: cents(450) }],
  releasedThrough: DUE,
  available: cents(-100),
  held: cents(500),
  withdrawals: [{ withdrawalId: 'w-1', amount: cents(500), fee: cents(150) }],
  applied: [],
};

const refundHold = { refundId: 'r-1', paymentId: 'p-1', pending: [], available: cents(1) };

const agreed = {
  proposalId: 'proposal-1',
  matter: 'charge',
  resolution: 'HAPPENED',
  currency,
  amount: null,
  evidence: 'Extrato do adquirente',
  reference: null,
  cause: 'UNKNOWN_OUTCOME',
  proposedBy: 'admin:ana',
  confirmedBy: 'admin:bia',
  unapplied: cents(0),
  loss: cents(0),
  at,
} as const;

const validData: { readonly [Type in EventType]?: EventNamed<Type>['data'] } = {
  PaymentRequested: samplePayment(),
  PaymentApproved: { ...sale, ...divided, endToEndId: null, at },
  PaymentRefundRequested: {
    ...sale,
    ...divided,
    transactionId: 'tx-1',
    refundId: 'r-1',
    note: 'pedido',
    at,
  },
  PaymentRefunded: givenBack,
  PaymentChargedBack: givenBack,
  AccountOpened: { ...owner, period: '2026-11', carried, at },
  AccountPeriodClosed: { currency, period: '2026-11', carried, at },
  ReceivablesBooked: {
    ...owner,
    paymentId: 'p-1',
    parts,
    receivables,
    released: cents(450),
    at,
  },
  ReceivablesReleased: {
    ...owner,
    through: LATER,
    buckets: receivables.map(({ releaseOn, amount }) => ({ releaseOn, amount })),
    amount: cents(900),
    at,
  },
  ReceivablesReversed: {
    ...owner,
    paymentId: 'p-1',
    refundId: 'r-1',
    cause: 'REFUND',
    amount: cents(1_000),
    parts,
    pending: [{ releaseOn: LATER, amount: cents(450) }],
    available: cents(450),
    at,
  },
  RefundHeld: {
    ...owner,
    paymentId: 'p-1',
    refundId: 'r-1',
    provider: 'sandbox',
    transactionId: 'tx-1',
    amount: cents(1_000),
    pending: [{ releaseOn: LATER, amount: cents(450) }],
    available: cents(450),
    at,
  },
  WithdrawalHeld: { ...withdrawal, ...payout, withdrawalId: 'w-1', choice: null },
  WithdrawalRequested: { ...withdrawal, ...payout },
  WithdrawalPaid: { ...withdrawal, withdrawalId: 'w-1' },
  WithdrawalReversed: { ...withdrawal, withdrawalId: 'w-1', cause: 'rejected' },
  WithdrawalTaken: { ...withdrawal, withdrawalId: 'w-1' },
  PaymentResolved: { ...sale, ...agreed, transactionId: 'tx-1' },
  RefundResolved: { ...sale, ...agreed, paymentId: 'p-1' },
  WithdrawalResolved: { ...owner, ...agreed, provider: 'sandbox' },
};

const unevenParts = { parts: { ...parts, fee: cents(81) } };
const unevenReceivables = { receivables: receivables.slice(1) };
const bySamePerson = { confirmedBy: 'admin:ana' };
const feeAboveAmount = { fee: cents(501) };

/** After each of these changes an event must not be recorded, mostly because its amounts no longer add up. */
const invalidChanges: { readonly [Type in EventType]?: Readonly<Record<string, object>> } = {
  PaymentRequested: { 'lines that do not sum to the amount': { amount: cents(9_701) } },
  PaymentApproved: {
    'parts that do not sum to the amount': unevenParts,
    'receivables that do not sum to the net': unevenReceivables,
  },
  PaymentRefundRequested: {
    'parts that do not sum to the amount': unevenParts,
    'receivables that do not sum to the net': unevenReceivables,
  },
  PaymentRefunded: {
    'parts that do not sum to the amount': unevenParts,
    'receivables that do not sum to the net': unevenReceivables,
    'an amount above the total given back': { total: cents(999) },
  },
  PaymentChargedBack: {
    'parts that do not sum to the amount': unevenParts,
    'receivables that do not sum to the net': unevenReceivables,
    'an amount above the total given back': { total: cents(999) },
  },
  AccountOpened: {
    'withdrawals that do not sum to the held money': { carried: { ...carried, held: cents(400) } },
  },
  AccountPeriodClosed: {
    'withdrawals that do not sum to the held money': { carried: { ...carried, withdrawals: [] } },
    'a refund for which nothing is held': { carried: { ...carried, refunds: [refundHold] } },
  },
  ReceivablesBooked: {
    'receivables that do not sum to the net': unevenReceivables,
    'more released than booked': { released: cents(901) },
  },
  ReceivablesReleased: {
    'days that do not sum to the amount': { amount: cents(901) },
    'a day after the last released day': { through: DUE },
  },
  ReceivablesReversed: {
    'parts that do not sum to the amount': unevenParts,
    'less taken than the net': { available: cents(449) },
    'a negative posting': {
      pending: [{ releaseOn: LATER, amount: cents(-100) }],
      available: cents(1_000),
    },
  },
  RefundHeld: {
    'a negative posting': { pending: [{ releaseOn: LATER, amount: cents(-1) }] },
    'more of the seller’s than the buyer gets': { available: cents(551) },
  },
  WithdrawalHeld: { 'a fee above the amount': feeAboveAmount },
  WithdrawalRequested: { 'a fee above the amount': feeAboveAmount },
  WithdrawalPaid: { 'a fee above the amount': feeAboveAmount },
  WithdrawalReversed: { 'a fee above the amount': feeAboveAmount },
  WithdrawalTaken: { 'a fee above the amount': feeAboveAmount },
  PaymentResolved: { 'one person as proposer and confirmer': bySamePerson },
  RefundResolved: { 'one person as proposer and confirmer': bySamePerson },
  WithdrawalResolved: { 'one person as proposer and confirmer': bySamePerson },
};

describe('An event that does not add up is never recorded', () => {
  for (const [type, data] of Object.entries(validData)) {
    // `Object.entries` loses which data belongs to which event type.
    const event = { type, data } as DomainEvent;
    for (const [what, change] of Object.entries(invalidChanges[event.type] ?? {})) {
      it(`${type} with ${what}`, () => {
        expect(() => encoded(event)).not.to.throw();
        const planted = { type, data: { ...data, ...change } } as DomainEvent;
        expect(() => encoded(planted)).to.throw();
      });
    }
  }
});
