import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { BeginAttempt } from '#/domain/acquiring/call-attempt.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { PaymentEvent } from '#/domain/payment/state.ts';
import type { RefundCommand } from '#/domain/refund/commands.ts';
import { refund } from '#/domain/refund/decider.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { PROVIDER, request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed } from '#/domain/testing/payment-resolutions.ts';
import { sampleNow as now, sampleRefund, sampleSigned } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { agreed as agreedBy } from '#/domain/testing/two-people.ts';
import { ASKED, booksWith, CLEARING, withdrawing } from '#/domain/testing/withdrawing.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';

const clearingOf = (account: string): string => `provider:sandbox:${account}:BRL:clearing`;

const callIn = (merchantAccount: string, after: string | null = null, seconds = 0) =>
  ({
    attemptId: randomUUID(),
    after,
    epoch: 1,
    merchantAccount,
    credential: 1,
    now: addSeconds(now, seconds),
  }) satisfies BeginAttempt;

const chargeBy = (call: BeginAttempt): PaymentCommand => ({
  type: 'BeginCharge',
  provider: PROVIDER,
  ...call,
});

describe('Money of a sale', () => {
  const { given, facts } = specify(payment);
  const first = callIn('shop-1');
  const sold = facts(request, chargeBy(first), submitted(), said('APPROVED'));

  it('is owed by the account in which the sale was charged, and goes back there', () => {
    expect(booksOf(sold)).to.have.property(clearingOf('shop-1'), -9_700);
    const amount = cents(9_700);
    const { facts: events } = given(...sold)
      .when(
        { type: 'RequestRefund', refundId: 'r-1', amount, note: '', now },
        { type: 'SettleRefund', refundId: 'r-1', now },
      )
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    expect(events[0]?.data).to.include({ merchantAccount: 'shop-1' });
    expect(booksOf([...sold, ...events])).to.deep.equal({});
  });

  /** Too little was paid for a charge in one account, then the charge was made in another. */
  const underpaidAndCalledAgain = [
    request,
    chargeBy(first),
    said('APPROVED', { transactionId: 'tx-0', amount: cents(9_000) }),
    chargeBy(callIn('shop-2', first.attemptId, 60)),
  ];

  it('that came in in one account stays there, while the sale is paid in another one', () => {
    const events = facts(...underpaidAndCalledAgain, submitted(), said('APPROVED'));
    expect(booksOf(events)).to.include({
      [clearingOf('shop-1')]: -9_000,
      [clearingOf('shop-2')]: -9_700,
    });
    const { facts: returned } = given(...events)
      .when(...agreed('receipt tx-0', 'RETURNED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    const books = booksOf([...events, ...returned]);
    expect(books).to.have.property(clearingOf('shop-2'), -9_700);
    expect(books).to.not.have.property(clearingOf('shop-1'));
  });

  it('pays the sale in the account where it came in, when staff say so', () => {
    const events = facts(
      ...underpaidAndCalledAgain,
      ...agreed('receipt tx-0', 'BORNE_BY_PLATFORM'),
    );
    expect(booksOf(events)).to.have.property(clearingOf('shop-1'), -9_000);
    expect(booksOf(events)).to.not.have.property(clearingOf('shop-2'));
  });

  it('that was booked before accounts were named goes back where it was booked', () => {
    const soldWithoutAccount = sold.map((event): PaymentEvent => {
      if (event.type !== 'PaymentApproved') return event;
      const { merchantAccount: _, ...data } = event.data;
      return { ...event, data };
    });
    expect(booksOf(soldWithoutAccount)).to.have.property(clearingOf('demo'), -9_700);
    const { facts: events } = given(...soldWithoutAccount)
      .when(said('CHARGEBACK'))
      .yields('PaymentChargedBack');
    expect(booksOf([...soldWithoutAccount, ...events])).to.deep.equal({});
  });

  it('that was booked before accounts were named is still refunded in the account of its charge', () => {
    const soldWithoutAccount = sold.map((event): PaymentEvent => {
      if (event.type !== 'PaymentApproved') return event;
      const { merchantAccount: _, ...data } = event.data;
      return { ...event, data };
    });
    const { facts: events } = given(...soldWithoutAccount)
      .when({ type: 'RequestRefund', refundId: 'r-1', amount: cents(500), note: '', now })
      .yields('PaymentRefundRequested');
    expect(events[0]?.data).to.include({ merchantAccount: 'shop-1' });
  });
});

describe('Money of a refund that its acquirer contradicts', () => {
  const { given, facts } = specify(refund);
  const settled: RefundCommand = { type: 'RecordSettled', providerRefundId: 'r-1', now };
  const leftUnresolved: RefundCommand = { type: 'LeaveUnresolved', cause: 'still-pending', now };

  it('waits in the account of its sale', () => {
    const open: RefundCommand = {
      type: 'RequestProviderRefund',
      refund: { ...sampleRefund, merchantAccount: 'shop-1' },
    };
    const events = facts(open, leftUnresolved, ...agreedBy('refund', 'DID_NOT_HAPPEN'), settled);
    expect(booksOf(events)).to.have.property(clearingOf('shop-1'), 500);
    const { facts: ended } = given(...events)
      .when(...agreedBy('contradiction', 'DID_NOT_HAPPEN', 'proposal-2'))
      .yields('RefundResolutionProposed', 'RefundResolved');
    expect(booksOf([...events, ...ended])).to.deep.equal({});
  });
});

describe('Money of a payout', () => {
  const inShop = (paidOut: number) => {
    const { [CLEARING]: _, ...books } = booksWith(paidOut);
    return paidOut === 0 ? books : { ...books, [clearingOf('shop-1')]: paidOut };
  };

  it('leaves the account in which it was called, and comes back there', () => {
    const payout = withdrawing();
    payout.tell({ type: 'BeginPayout', signed: sampleSigned, ...callIn('shop-1') });
    payout.says(ASKED);
    expect(payout.books()).to.deep.equal(inShop(ASKED));
    payout.says(3_000);
    payout.agree('said SETTLED', 'HAPPENED');
    expect(payout.books()).to.deep.equal(inShop(3_000));
    payout.tell({ type: 'RecordFailed', cause: 'rejected', now });
    payout.agree('said FAILED', 'HAPPENED');
    expect(payout.books()).to.not.have.property(clearingOf('shop-1'));
    expect(payout.books()).to.not.have.property(CLEARING);
  });

  it('whose calls the log has lost leaves the account in which a look-up finds it', () => {
    const payout = withdrawing();
    const asked = { attemptId: null, providerWithdrawIds: [], merchantAccount: 'shop-1' };
    payout.tell({ type: 'RecordSettled', endToEndId: null, asked, now });
    expect(payout.books()).to.deep.equal(inShop(ASKED));
  });
});
