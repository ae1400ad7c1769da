import { expect } from 'chai';
import { openProvider } from '#/adapters/payments/kit/open-provider.ts';
import { none } from './none.ts';

describe('Provider `none`', () => {
  it('offers no payment method, no payout method and no operation', () => {
    const opened = openProvider(none, {});
    const { id, label, paymentMethods, withdrawMethods, close, ...operations } = opened;
    expect([id, label, paymentMethods, withdrawMethods]).to.deep.equal(['none', 'Nenhum', [], []]);
    expect(operations).to.deep.equal({});
    expect(close).to.be.a('function');
  });
});
