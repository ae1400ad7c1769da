import { expect } from 'chai';
import { createRecentCharges } from './recent-charges.ts';

describe('Recent charges', () => {
  const charges = createRecentCharges();
  const charged = { provider: 'sandbox', platformId: 'demo', transactionId: 'tx-1' };
  charges.note({ ...charged, paymentId: 'payment-1' });

  it('return the payment of a transaction, also for an account shared by platforms', () => {
    expect(charges.paymentOf(charged)).to.equal('payment-1');
    expect(charges.paymentOf({ ...charged, platformId: null })).to.equal('payment-1');
  });

  it('return nothing for other transactions, providers and platforms', () => {
    for (const other of [
      { transactionId: 'tx-2' },
      { provider: 'iugu' },
      { platformId: 'other' },
    ]) {
      expect(charges.paymentOf({ ...charged, ...other })).to.equal(undefined);
    }
  });
});
