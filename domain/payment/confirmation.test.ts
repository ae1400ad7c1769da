import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import { charge, acquirerWith, lostPix } from '#/domain/testing/lost-pix.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed, facts } from '#/domain/testing/payment-resolutions.ts';
import { paymentAfter } from '#/domain/testing/ports.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import type { PaymentCommand, ProviderStatus } from './commands.ts';
import { confirmationOf, type Confirmation } from './confirmation.ts';
import { payment } from './decider.ts';
import type { Payment, PaymentEvent } from './state.ts';

/**
 * What the acquirer's answer confirms, once it was applied.
 * @param meanwhile commands that were applied while the acquirer answered
 */
const confirmedBy = (
  history: readonly PaymentEvent[],
  answered: ProviderStatus,
  ...meanwhile: readonly PaymentCommand[]
) => {
  const before = paymentAfter(...history);
  const after = [...meanwhile, answered].reduce<Payment>(
    (state, command) => replay(payment, payment.decide(command, state), state),
    before,
  );
  if (after.status === 'NONE' || answered.answer === null) throw new Error('no payment');
  return confirmationOf(answered.answer.transactionId, { before, after }, [answered]);
};

/** Whether the answer confirms the only notice of a refund, whenever that notice came. */
const isAtOnce = ({ confirmsRefundsReceivedUntil, bringsRefund }: Confirmation): boolean =>
  confirmsRefundsReceivedUntil === undefined || bringsRefund === true;

/** The answer confirms the notice of a refund that came a day before or earlier. */
const expectDayLater = (confirmation: Confirmation): void => {
  expect(confirmation.confirmed).to.include('REFUNDED');
  expect(isAtOnce(confirmation)).to.equal(false);
};

const expectAtOnce = (confirmation: Confirmation, status: PaymentStatus = 'REFUNDED'): void => {
  expect(confirmation.confirmed).to.include(status);
  expect(isAtOnce(confirmation)).to.equal(true);
};

const sold = [request, submitted(), said('APPROVED')];

const requestRefund = (amount: number): PaymentCommand => ({
  type: 'RequestRefund',
  refundId: 'r-1',
  amount: cents(amount),
  note: '',
  now,
});
const settleRefund: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };

/** The buyer has paid twice: the answer about the second transaction. */
const secondReceipt = { transactionId: 'tx-9', orderId: 'p-1' };
const paidTwice = [...sold, said('APPROVED', secondReceipt)];

describe('An answer that all money of a second transaction went back', () => {
  for (const resolution of ['RETURNED', 'DID_NOT_HAPPEN'] as const)
    it(`confirms its notice at once if staff had decided ${resolution} before`, () => {
      const decided = facts(...paidTwice, ...agreed('receipt tx-9', resolution));
      for (const status of ['REFUNDED', 'CHARGEBACK'] as const)
        expectAtOnce(confirmedBy(decided, said(status, secondReceipt)), status);
    });
});

describe('An answer that a part of a second transaction’s money went back', () => {
  const part = said('APPROVED', { ...secondReceipt, refundedAmount: cents(300) });

  it('confirms its notice at once if it brings that part, and otherwise a day later', () => {
    const events = facts(...paidTwice);
    expectAtOnce(confirmedBy(events, part));
    expectDayLater(confirmedBy(facts(...paidTwice, part), part));
  });

  it('confirms its notice though a refund of the sale is under way, as an answer that all of it went back does', () => {
    const events = facts(...paidTwice, requestRefund(9_700));
    for (const answered of [part, said('REFUNDED', secondReceipt)])
      expectAtOnce(confirmedBy(events, answered));
  });
});

describe('An answer that what came in beyond the price of a sale went back', () => {
  const received = { amount: cents(10_000) };
  const overpaid = [...sold, said('APPROVED', received)];
  const refundAnswer = (total: number, status: PaymentStatus = 'APPROVED') =>
    said(status, { ...received, refundedAmount: cents(total) });
  const returned = agreed('receipt tx-1', 'RETURNED');

  it('confirms its notice at once if it brings that refund', () => {
    expectAtOnce(confirmedBy(facts(...overpaid), refundAnswer(300)));
  });

  for (const [how, ...commands] of [
    ['staff had returned it', ...returned],
    ['an earlier answer said the same', refundAnswer(300)],
  ] as const)
    it(`confirms its notice a day later if ${how}`, () => {
      expectDayLater(confirmedBy(facts(...overpaid, ...commands), refundAnswer(300)));
    });

  it('does not count as bringing what staff return while the acquirer answers', () => {
    const confirmation = confirmedBy(facts(...overpaid), refundAnswer(300), ...returned);
    expect(isAtOnce(confirmation)).to.equal(false);
  });

  it('confirms no chargeback that does not fit the sale, though staff have decided about the money', () => {
    const ofAnother = said('CHARGEBACK', { ...received, orderId: 'p-9' });
    for (const resolution of ['DID_NOT_HAPPEN', 'RETURNED'] as const) {
      const decided = facts(...overpaid, ...agreed('receipt tx-1', resolution));
      expect(confirmedBy(decided, ofAnother).confirmed).to.deep.equal(['APPROVED']);
    }
  });

  it('confirms at once that a part of the sale went back, too', () => {
    expectAtOnce(confirmedBy(facts(...overpaid), refundAnswer(9_700, 'REFUNDED')));
  });
});

describe('An answer about a sale', () => {
  it('does not count as bringing our refund that is made while the acquirer answers', () => {
    const part = said('APPROVED', { refundedAmount: cents(1_000) });
    expectDayLater(confirmedBy(facts(...sold, requestRefund(1_000)), part, settleRefund));
  });

  it('confirms its notice at once if the platform has borne the sale, because then staff decide about it', () => {
    const borne = [said('CANCELED'), ...agreed('said CANCELED', 'BORNE_BY_PLATFORM')];
    for (const [claim, answered] of [
      ['REFUNDED', said('REFUNDED')],
      ['CHARGEBACK', said('CHARGEBACK')],
      ['REFUNDED', said('APPROVED', { refundedAmount: cents(1_000) })],
    ] as const) {
      expectAtOnce(confirmedBy(facts(...sold, ...borne), answered), claim);
      expectAtOnce(confirmedBy(facts(...sold, ...borne, answered), answered), claim);
    }
  });

  it('confirms its notice at once if it states a refund of money that was charged back, about which staff decide', () => {
    const part = said('APPROVED', { refundedAmount: cents(500) });
    expectAtOnce(confirmedBy(facts(...sold, said('CHARGEBACK')), part));
  });
});

describe('An answer that all money of a sale went back', () => {
  const refundedByUs = [...sold, requestRefund(9_700), settleRefund];

  it('confirms a refund and a chargeback if it brings the return: some acquirers have one word for both', () => {
    for (const status of ['REFUNDED', 'CHARGEBACK'] as const)
      expect(confirmedBy(facts(...sold), said(status)).confirmed).to.deep.equal([
        'APPROVED',
        'REFUNDED',
        'CHARGEBACK',
      ]);
  });

  it('confirms no second loss of the other kind if the money had gone back before', () => {
    for (const [status, history] of [
      ['REFUNDED', refundedByUs],
      ['REFUNDED', [...sold, said('REFUNDED')]],
      ['CHARGEBACK', [...sold, said('CHARGEBACK')]],
    ] as const)
      expect(confirmedBy(facts(...history), said(status)).confirmed).to.deep.equal([
        'APPROVED',
        status,
      ]);
  });

  it('confirms no chargeback if a refund of ours was made while the acquirer answered', () => {
    const { confirmed } = confirmedBy(
      facts(...sold, requestRefund(9_700)),
      said('REFUNDED'),
      settleRefund,
    );
    expect(confirmed).to.deep.equal(['APPROVED', 'REFUNDED']);
  });

  it('confirms the second loss besides the first one if it states the second', () => {
    const { confirmed } = confirmedBy(facts(...refundedByUs), said('CHARGEBACK'));
    expect(confirmed).to.deep.equal(['APPROVED', 'REFUNDED', 'CHARGEBACK']);
  });
});

describe('A notice of a charge that its acquirer does not show yet', () => {
  it('is not confirmed by the move of the payment to another acquirer, so that its acquirer is asked again', async () => {
    const lost = lostPix({ sandbox: acquirerWith(), pagarme: acquirerWith(charge()) });
    const before = lost.state();
    const commands = await lost.ask();
    lost.record(commands);
    expect(lost.state().provider).to.equal('pagarme');
    const payments = { before, after: lost.state() };
    expect(confirmationOf('tx-0', payments, commands)).to.deep.equal({ confirmed: [] });
  });
});
