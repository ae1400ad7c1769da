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
 * What the answer confirms, once it was applied.
 * @param meanwhile what happened while the acquirer answered
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

/** The answer confirms the only notice of a refund whenever it came. */
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

const asked = (amount: number): PaymentCommand => ({
  type: 'RequestRefund',
  refundId: 'r-1',
  amount: cents(amount),
  note: '',
  now,
});
const made: PaymentCommand = { type: 'SettleRefund', refundId: 'r-1', now };

/** The buyer has paid twice. */
const second = { transactionId: 'tx-9', orderId: 'p-1' };
const paidTwice = [...sold, said('APPROVED', second)];

describe('An answer that all money of a second transaction went back', () => {
  for (const resolution of ['RETURNED', 'DID_NOT_HAPPEN'] as const)
    it(`confirms its notice at once if staff had decided ${resolution} before`, () => {
      const decided = facts(...paidTwice, ...agreed('receipt tx-9', resolution));
      for (const status of ['REFUNDED', 'CHARGEBACK'] as const)
        expectAtOnce(confirmedBy(decided, said(status, second)), status);
    });
});

describe('An answer that a part of a second transaction’s money went back', () => {
  const part = said('APPROVED', { ...second, refundedAmount: cents(300) });

  it('confirms its notice at once if it brings that part, and otherwise a day later', () => {
    const events = facts(...paidTwice);
    expectAtOnce(confirmedBy(events, part));
    expectDayLater(confirmedBy(facts(...paidTwice, part), part));
  });

  it('confirms its notice though a refund of the sale is under way, as one of all of it does', () => {
    const events = facts(...paidTwice, asked(9_700));
    for (const answered of [part, said('REFUNDED', second)])
      expectAtOnce(confirmedBy(events, answered));
  });
});

describe('An answer that what came in beyond the price of a sale went back', () => {
  const more = { amount: cents(10_000) };
  const overpaid = [...sold, said('APPROVED', more)];
  const back = (total: number, status: PaymentStatus = 'APPROVED') =>
    said(status, { ...more, refundedAmount: cents(total) });
  const returned = agreed('receipt tx-1', 'RETURNED');

  it('confirms its notice at once if it brings that refund', () => {
    expectAtOnce(confirmedBy(facts(...overpaid), back(300)));
  });

  for (const [how, ...commands] of [
    ['staff had returned it', ...returned],
    ['an earlier answer said the same', back(300)],
  ] as const)
    it(`confirms its notice a day later if ${how}`, () => {
      expectDayLater(confirmedBy(facts(...overpaid, ...commands), back(300)));
    });

  it('does not bring what staff return while it is given', () => {
    const confirmation = confirmedBy(facts(...overpaid), back(300), ...returned);
    expect(isAtOnce(confirmation)).to.equal(false);
  });

  it('confirms no chargeback that the sale does not take, though staff have decided about it', () => {
    const ofAnother = said('CHARGEBACK', { ...more, orderId: 'p-9' });
    for (const resolution of ['DID_NOT_HAPPEN', 'RETURNED'] as const) {
      const decided = facts(...overpaid, ...agreed('receipt tx-1', resolution));
      expect(confirmedBy(decided, ofAnother).confirmed).to.deep.equal(['APPROVED']);
    }
  });

  it('confirms the refund of a part of the sale besides', () => {
    expectAtOnce(confirmedBy(facts(...overpaid), back(9_700, 'REFUNDED')));
  });
});

describe('An answer about a sale', () => {
  it('does not bring the refund of ours that is made while it is given', () => {
    const part = said('APPROVED', { refundedAmount: cents(1_000) });
    expectDayLater(confirmedBy(facts(...sold, asked(1_000)), part, made));
  });

  it('confirms its notice at once if staff decide about it, because the platform has borne the sale', () => {
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
  const bySeller = [...sold, asked(9_700), made];

  it('confirms a refund and a chargeback if it brings the return: some acquirers have one word for both', () => {
    for (const status of ['REFUNDED', 'CHARGEBACK'] as const)
      expect(confirmedBy(facts(...sold), said(status)).confirmed).to.deep.equal([
        'APPROVED',
        'REFUNDED',
        'CHARGEBACK',
      ]);
  });

  it('confirms no second loss of the other kind if the money was back before', () => {
    for (const [status, history] of [
      ['REFUNDED', bySeller],
      ['REFUNDED', [...sold, said('REFUNDED')]],
      ['CHARGEBACK', [...sold, said('CHARGEBACK')]],
    ] as const)
      expect(confirmedBy(facts(...history), said(status)).confirmed).to.deep.equal([
        'APPROVED',
        status,
      ]);
  });

  it('confirms no chargeback if a refund of ours was made while it was given', () => {
    const { confirmed } = confirmedBy(facts(...sold, asked(9_700)), said('REFUNDED'), made);
    expect(confirmed).to.deep.equal(['APPROVED', 'REFUNDED']);
  });

  it('confirms the second loss, and still the first one, once it says so', () => {
    const { confirmed } = confirmedBy(facts(...bySeller), said('CHARGEBACK'));
    expect(confirmed).to.deep.equal(['APPROVED', 'REFUNDED', 'CHARGEBACK']);
  });
});

describe('A notice of a charge that its acquirer does not show yet', () => {
  it('is not confirmed by the move of the payment to another acquirer, so that the charge is asked about again', async () => {
    const it = lostPix({ sandbox: acquirerWith(), pagarme: acquirerWith(charge()) });
    const before = it.state();
    const commands = await it.ask();
    it.record(commands);
    expect(it.state().provider).to.equal('pagarme');
    const payments = { before, after: it.state() };
    expect(confirmationOf('tx-0', payments, commands)).to.deep.equal({ confirmed: [] });
  });
});
