import { expect } from 'chai';
import { adminSaleSearch, isFiltered, joinSearch, splitSearch, saleSearch } from './sale-search.ts';

const read = (search: object) => JSON.parse(JSON.stringify(saleSearch.parse(search)));

describe('URL of a sales list', () => {
  it('keeps the filters, the search id, the page and the open sale', () => {
    const search = {
      status: 'APPROVED',
      method: 'PIX',
      from: '2026-11-01',
      to: '2026-11-20',
      search: 'tx-9',
      cursor: 'abc',
      open: '0190f3a2-1c4e-7aa0-9d0b-1d2c3b4a5f60',
    };
    expect(read(search)).to.deep.equal(search);
  });

  it('drops invalid and unknown parameters and keeps the valid ones', () => {
    const search = { status: 'PAID', method: 'BILLET', from: 'yesterday', open: '../etc', x: 1 };
    expect(read(search)).to.deep.equal({ method: 'BILLET' });
  });

  it('drops days that do not exist, are too old or are not in ISO format', () => {
    for (const day of ['2026-02-31', '2026-13-01', '1999-01-01', '2026-1-1', '2026-01-01T10:00']) {
      expect(read({ from: day, to: day }), day).to.deep.equal({});
    }
    expect(read({ from: '2028-02-29' })).to.deep.equal({ from: '2028-02-29' });
  });

  it('reads a numeric search as text, because the router parses it as a number', () => {
    expect(saleSearch.parse({ search: 42 }).search).to.equal('42');
  });

  it('never contains the typed search text or the cursor within its results', () => {
    const page = { status: 'PENDING', text: 'Marina', cursor: 'c-2', open: 'p-1' } as const;
    const { address, searchText } = splitSearch(page);
    expect(JSON.stringify(address)).to.equal('{"status":"PENDING","open":"p-1"}');
    expect(joinSearch(address, searchText)).to.deep.equal(page);
    expect(splitSearch({ cursor: 'c-2' })).to.deep.equal({
      address: { cursor: 'c-2' },
      searchText: undefined,
    });
    expect(joinSearch({ cursor: 'c-2' })).to.deep.equal({ cursor: 'c-2' });
  });

  it('uses the search id of a link as the search text', () => {
    expect(joinSearch({ search: 'p-1', open: 'p-1' })).to.deep.equal({
      text: 'p-1',
      open: 'p-1',
      cursor: undefined,
    });
  });

  it('counts as filtered by status or seller, but not by the page or the open sale', () => {
    expect(isFiltered(saleSearch.parse({ cursor: 'abc', open: 'p-1' }))).to.equal(false);
    expect(isFiltered(saleSearch.parse({ status: 'PENDING' }))).to.equal(true);
    expect(isFiltered(adminSaleSearch.parse({ sellerId: 's-1' }))).to.equal(true);
  });
});
