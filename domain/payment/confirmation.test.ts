import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents } from '#/domain/values/money.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import { agreed, facts } from '#/domain/testing/payment-resolutions.ts';
import { paymentAfter } from '#/domain/testing/ports.ts';
import type { ProviderStatus } from './commands.ts';
import { confirmationOf } from './confirmation.ts';
import { payment } from './decider.ts';
import type { PaymentEvent } from './state.ts';

/** What the answer confirms, once it was applied. */
const confirmedBy = (history: readonly PaymentEvent[], answered: ProviderStatus) => {
  const before = paymentAfter(...history);
  const after = replay(payment, payment.decide(answered, before), before);
  if (after.status === 'NONE' || answered.answer === null) throw new Error('no payment');
  return confirmationOf(answered.answer.transactionId, { before, after }, [answered]);
};

const sold = [request, submitted(), said('APPROVED')];

/** The buyer has paid twice. */
const second = { transactionId: 'tx-9', orderId: 'p-1' };
const paidTwice = [...sold, said('APPROVED', second)];

describe('An answer that all money of a second transaction went back', () => {
  for (const resolution of ['RETURNED', 'DID_NOT_HAPPEN'] as const)
    it(`confirms its notice at once if staff had decided ${resolution} before`, () => {
      const decided = facts(...paidTwice, ...agreed('receipt tx-9', resolution));
      for (const status of ['REFUNDED', 'CHARGEBACK'] as const) {
        const confirmation = confirmedBy(decided, said(status, second));
        expect(confirmation.confirmed).to.include(status);
        expect(confirmation).to.not.have.property('refundsUntil');
      }
    });
});

describe('An answer about a sale', () => {
  const more = { amount: cents(10_000) };

  it('confirms no chargeback that the sale does not take, though staff have decided about all money beyond the price', () => {
    const overpaid = [...sold, said('APPROVED', more), ...agreed('receipt tx-1', 'DID_NOT_HAPPEN')];
    const ofAnother = said('CHARGEBACK', { ...more, orderId: 'p-9' });
    expect(confirmedBy(facts(...overpaid), ofAnother).confirmed).to.deep.equal(['APPROVED']);
  });
});
