import { expect } from 'chai';
import { formerAddress, ledgerAccount, providerClearing } from './ledger-accounts.ts';

describe('Chart of accounts', () => {
  it('has an account for each owner, currency and part', () => {
    expect(ledgerAccount('receiver:seller-1:BRL:available')).to.deep.equal({
      owner: 'receiver',
      id: 'seller-1',
      currency: 'BRL',
      part: 'available',
      kind: 'LIABILITY',
    });
    for (const part of ['unapplied', 'losses', 'acquirer-cost', 'bank', 'adjustments']) {
      expect(ledgerAccount(`platform:demo:EUR:${part}`)).to.include({ currency: 'EUR', part });
    }
  });

  it('keeps what a provider owes apart by merchant account', () => {
    const address = (platformId: string, merchantAccount?: string) =>
      providerClearing({ provider: 'sandbox', merchantAccount, platformId, currency: 'BRL' });
    expect(address('demo')).to.equal('provider:sandbox:demo:BRL:clearing');
    expect(ledgerAccount(address('demo'))).to.include({ id: 'sandbox:demo', kind: 'ASSET' });
    expect(address('demo')).to.not.equal(address('other'));
    expect(address('demo', 'shop-1')).to.equal('provider:sandbox:shop-1:BRL:clearing');
    expect(address('demo', 'shop-1')).to.equal(address('other', 'shop-1'));
    expect(address('demo', 'shop-1')).to.not.equal(address('demo', 'shop-2'));
  });

  it('has no account of another owner, part or currency, nor one without them', () => {
    for (const address of [
      'bank:demo:BRL:fees',
      'platform:demo:BRL:clearing',
      'platform:demo:GBP:fees',
      'platform:demo:fees',
      'provider:sandbox:BRL:clearing',
      'platform:demo:x:BRL:fees',
      'platform::BRL:fees',
      'platform',
    ]) {
      expect(() => ledgerAccount(address), address).to.throw(RangeError);
    }
  });

  it('knows the names that accounts had before they had a currency', () => {
    expect(formerAddress('provider:sandbox:demo:BRL:clearing')).to.equal(
      'provider:sandbox:clearing',
    );
    expect(formerAddress('receiver:seller-1:BRL:held')).to.equal('receiver:seller-1:held');
  });
});
