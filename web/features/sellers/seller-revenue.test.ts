import { expect } from 'chai';
import type { SellerRevenue } from '#/api/contract/admin.ts';
import { formatMoney } from '#/web/lib/format.ts';
import { revenueAmounts, revenueRowId } from './seller-revenue.ts';

describe('Revenue of a seller with sales in two currencies', () => {
  const inReais: SellerRevenue = {
    sellerId: 'seller-1',
    sellerName: 'Loja',
    currency: 'BRL',
    count: 3,
    gross: 29_100,
    fees: 1_500,
    refunded: 0,
  };
  const inEuros: SellerRevenue = { ...inReais, currency: 'EUR', refunded: 9_700 };

  it('has a row of its own for each currency', () => {
    expect(revenueRowId(inEuros)).to.not.equal(revenueRowId(inReais));
    expect(revenueRowId({ ...inReais, count: 4 })).to.equal(revenueRowId(inReais));
  });

  it('is shown in the currency of the sales', () => {
    expect(revenueAmounts(inEuros, { money: formatMoney })).to.deep.equal({
      fees: formatMoney(1_500, 'EUR'),
      refunded: formatMoney(9_700, 'EUR'),
      gross: formatMoney(29_100, 'EUR'),
    });
    expect(revenueAmounts(inReais, { money: formatMoney }).gross).to.equal(formatMoney(29_100));
  });
});
