import { expect } from 'chai';
import { createRecentCharges } from './recent-charges.ts';

describe('createRecentCharges', () => {
  let rewinds = 0;
  const charges = createRecentCharges({ rewinds: () => rewinds });
  const charged = { provider: 'sandbox', platformId: 'demo', transactionId: 'tx-1' };
  charges.remember({ ...charged, paymentId: 'payment-1' });

  it('finds the payment of a transaction, also at an account shared by several platforms', () => {
    expect(charges.paymentOf(charged)).to.equal('payment-1');
    expect(charges.paymentOf({ ...charged, platformId: null })).to.equal('payment-1');
  });

  it('finds no payment for another transaction, provider or platform', () => {
    for (const other of [
      { transactionId: 'tx-2' },
      { provider: 'iugu' },
      { platformId: 'other' },
    ]) {
      expect(charges.paymentOf({ ...charged, ...other })).to.equal(undefined);
    }
  });

  it('finds no payment remembered before the log was rewound, and finds those remembered afterwards', () => {
    rewinds += 1;
    expect(charges.paymentOf(charged)).to.equal(undefined);
    charges.remember({ ...charged, paymentId: 'payment-2' });
    expect(charges.paymentOf(charged)).to.equal('payment-2');
  });
});
