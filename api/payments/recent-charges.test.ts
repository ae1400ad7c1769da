import { expect } from 'chai';
import { createRecentCharges } from './recent-charges.ts';

describe('recent charges', () => {
  const charges = createRecentCharges();
  const charged = { provider: 'sandbox', platformId: 'demo', transactionId: 'tx-1' };
  charges.note({ ...charged, paymentId: 'payment-1' });

  it('name the payment of a transaction, also at an account that platforms share', () => {
    expect(charges.paymentOf(charged)).to.equal('payment-1');
    expect(charges.paymentOf({ ...charged, platformId: null })).to.equal('payment-1');
  });

  it('know nothing of other transactions, providers and platforms', () => {
    for (const other of [
      { transactionId: 'tx-2' },
      { provider: 'iugu' },
      { platformId: 'other' },
    ]) {
      expect(charges.paymentOf({ ...charged, ...other })).to.equal(undefined);
    }
  });
});
