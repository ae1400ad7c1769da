import { expect } from 'chai';
import { sellerOptions } from './seller-options.ts';

describe('Sellers whose routes can be chosen', () => {
  it('are offered once each, highest revenue first, also those with sales in two currencies', () => {
    const listed = [
      { sellerId: 'seller-2', sellerName: 'Mercado' },
      { sellerId: 'seller-1', sellerName: 'Loja' },
      { sellerId: 'seller-2', sellerName: 'Mercado' },
    ];
    expect(sellerOptions(listed)).to.deep.equal([
      { value: 'seller-2', label: 'Mercado' },
      { value: 'seller-1', label: 'Loja' },
    ]);
  });

  it('are named by their id if they have no name', () => {
    expect(sellerOptions([{ sellerId: 'seller-3', sellerName: null }])).to.deep.equal([
      { value: 'seller-3', label: 'seller-3' },
    ]);
  });
});
