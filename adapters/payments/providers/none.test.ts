import { expect } from 'chai';
import { openProvider } from '#/adapters/payments/kit/open-provider.ts';
import { none } from './none.ts';

describe('Provider `none`', () => {
  it('offers no payment method, no payout method and no operation', () => {
    const opened = openProvider(none, {});
    const { id, label, paymentMethods, withdrawMethods, merchantAccount, close, ...operations } =
      opened;
    expect([id, label, paymentMethods, withdrawMethods]).to.deep.equal(['none', 'Nenhum', [], []]);
    expect(operations).to.deep.equal({});
    expect(merchantAccount).to.be.a('string');
    expect(close).to.be.a('function');
  });
});
