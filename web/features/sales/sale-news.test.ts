import { expect } from 'chai';
import { fitsFilters, mayHaveNews } from './sale-news.ts';

const SALE = {
  status: 'APPROVED',
  method: 'PIX',
  // The last second of 10 November in Brasília.
  requestedAt: '2026-11-11T02:59:59.000Z',
} as const;

describe('Live sales in a filtered list', () => {
  it('includes a sale only if it matches the filters for status, method and day in Brazil', () => {
    expect(fitsFilters(SALE, {})).to.equal(true);
    expect(fitsFilters(SALE, { status: 'APPROVED', method: 'PIX' })).to.equal(true);
    expect(fitsFilters(SALE, { from: '2026-11-10', to: '2026-11-10' })).to.equal(true);
    expect(fitsFilters(SALE, { status: 'REFUNDED' })).to.equal(false);
    expect(fitsFilters(SALE, { method: 'BILLET' })).to.equal(false);
    expect(fitsFilters(SALE, { from: '2026-11-11' })).to.equal(false);
    expect(fitsFilters(SALE, { to: '2026-11-09' })).to.equal(false);
  });

  it('excludes new sales if the filters cannot match a sale approved today', () => {
    expect(mayHaveNews({ method: 'BILLET' })).to.equal(true);
    expect(mayHaveNews({ status: 'CHARGEBACK' })).to.equal(false);
    expect(mayHaveNews({ to: '2026-01-01' })).to.equal(false);
  });
});
