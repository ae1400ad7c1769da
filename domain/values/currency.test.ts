import { expect } from 'chai';
import { z } from 'zod';
import { account } from '#/domain/account/decider.ts';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { eventSchemas, type DomainEvent, type EventType } from '#/domain/aggregates/events.ts';
import { amountInCents, cents, positiveCents, signedCents, totalCents } from './money.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import {
  sampleAnswer,
  sampleNow as now,
  samplePayment,
  sampleEncrypted,
} from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';

const AMOUNTS: ReadonlySet<unknown> = new Set([
  amountInCents,
  positiveCents,
  signedCents,
  totalCents,
]);

const hasAmount = (schema: unknown): boolean => {
  if (AMOUNTS.has(schema)) return true;
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).some(hasAmount);
  if (schema instanceof z.ZodArray) return hasAmount(schema.element);
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped && hasAmount(schema.unwrap());
};

/** Catalogue and settings: an offer states the currency as its `coin`, a schedule among its details. */
const RECORDS = /^(?:Platform|Product|Offer|Schedule)/;

describe('Currency of amounts', () => {
  it('is in every event that has amounts', () => {
    const types = Object.keys(eventSchemas) as EventType[];
    const withAmounts = types.filter((type) => hasAmount(eventSchemas[type]));
    const without = withAmounts.filter((type) => !('currency' in eventSchemas[type].shape));
    expect(without.filter((type) => !RECORDS.test(type))).to.deep.equal([]);
    expect(withAmounts).to.include.members(['PaymentNoticeRefused', 'AccountPeriodClosed']);
  });

  const sale: readonly PaymentCommand[] = [
    { type: 'RequestPayment', payment: samplePayment({ currency: 'EUR' }) },
    {
      type: 'RecordProviderStatus',
      provider: 'sandbox',
      paymentId: 'p-1',
      status: 'APPROVED',
      answer: sampleAnswer({ currency: 'EUR' }),
      noticeId: 'approved',
      cause: null,
      endToEndId: null,
      now,
    },
  ];

  it('keeps the books of each currency apart', () => {
    const { facts } = specify(payment);
    expect(booksOf(facts(...sale))).to.deep.equal({
      'provider:sandbox:demo:EUR:clearing': -9_700,
      'platform:demo:EUR:settling': 9_700,
    });
  });

  it('is reais in what goes back of a sale that was booked before amounts had a currency', () => {
    const { facts, given } = specify(payment);
    const inReais = facts(...sale).map((event) =>
      event.type === 'PaymentApproved'
        ? { ...event, data: { ...event.data, currency: 'BRL' as const } }
        : event,
    );
    const chargeback: PaymentCommand = {
      type: 'RecordProviderStatus',
      provider: 'sandbox',
      paymentId: 'p-1',
      status: 'CHARGEBACK',
      answer: null,
      noticeId: 'chargeback',
      cause: null,
      endToEndId: null,
      now,
    };
    const { facts: reversal } = given(...inReais)
      .when(chargeback)
      .yields('PaymentChargedBack');
    expect(booksOf([...inReais, ...reversal])).to.deep.equal({});
  });
});

describe('Account of a seller, in reais', () => {
  const { given, facts } = specify(account);
  const owner = { platformId: 'demo', sellerId: 'seller-1', now };
  const history = facts({ type: 'OpenAccount', ...owner, period: '2026-11' });
  const euros = { ...owner, currency: 'EUR' } as const;
  const [net, nothing] = [cents(1_000), cents(0)];
  const parts = { net, fee: nothing, interest: nothing };
  const receivables = [
    { installment: 1, amount: net, dueOn: '2026-11-27', releaseOn: '2026-11-27' },
  ];
  const payout = { withdrawalId: 'w-1', amount: net, fee: nothing, provider: 'sandbox' };
  const refund = { refundId: 'r-1', paymentId: 'p-1', amount: net };
  const commands: readonly AccountCommand[] = [
    { type: 'BookReceivables', ...euros, paymentId: 'p-1', parts, receivables },
    { type: 'ReverseReceivables', ...euros, ...refund, cause: 'REFUND', parts, receivables },
    {
      type: 'HoldRefund',
      ...euros,
      ...refund,
      provider: 'sandbox',
      transactionId: 'tx-1',
      receivables,
      uncovered: 'OVERDRAW',
    },
    {
      type: 'HoldWithdrawal',
      withdrawal: {
        platformId: 'demo',
        receiverId: 'seller-1',
        currency: 'EUR',
        ...payout,
        choice: null,
        method: 'PIX',
        pixType: 'EMAIL',
        destination: sampleEncrypted,
        at: now,
      },
    },
    { type: 'ReverseWithdrawal', ...euros, ...payout, cause: 'rejected' },
    { type: 'TakeWithdrawal', ...euros, ...payout },
  ];

  for (const command of commands) {
    it(`takes no amount in euros: ${command.type}`, () => {
      given(...history)
        .when(command)
        .refuses('account/other-currency');
    });
  }

  it('states its currency when it is opened, booked, released and closed', () => {
    const inReais = { ...owner, currency: 'BRL' } as const;
    const happened: readonly DomainEvent[] = facts(
      { type: 'OpenAccount', ...owner, period: '2026-11' },
      { type: 'BookReceivables', ...inReais, paymentId: 'p-1', parts, receivables },
      { type: 'ReleaseReceivables', ...owner, through: '2026-11-27' },
      { type: 'ClosePeriod', now },
    );
    expect(happened.map(({ data }) => 'currency' in data && data.currency)).to.deep.equal(
      happened.map(() => 'BRL'),
    );
  });
});
