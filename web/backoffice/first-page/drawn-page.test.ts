import { expect } from 'chai';
import { isDrawnFor } from './drawn-page.ts';

describe('Page that the server rendered', () => {
  const salesPage = {
    path: '/platform/my-sales',
    answers: { 'session.get': {}, 'seller.listSales': {} },
  };
  const entry = { pathname: '/platform/my-sales', search: '', state: { key: 'a' } };

  it('is that of a history entry with its path, if the entry has no filters and no search text', () => {
    expect(isDrawnFor(salesPage, entry)).to.equal(true);
    expect(isDrawnFor(salesPage, { ...entry, state: null })).to.equal(true);
  });

  it('is not that of an entry with another path, with filters or with a search text', () => {
    expect(isDrawnFor(salesPage, { ...entry, pathname: '/platform/financial' })).to.equal(false);
    expect(isDrawnFor(salesPage, { ...entry, search: '?status=APPROVED' })).to.equal(false);
    expect(isDrawnFor(salesPage, { ...entry, search: '?open=p-1' })).to.equal(false);
    expect(isDrawnFor(salesPage, { ...entry, state: { searchText: { text: 'Rita' } } })).to.equal(
      false,
    );
  });

  it('is that of a sign-in page, whatever page this leads to', () => {
    const signInPage = { path: '/login', answers: {} };
    const search = '?next=%2Fplatform%2Fmy-sales';
    expect(isDrawnFor(signInPage, { ...entry, pathname: '/login', search })).to.equal(true);
  });

  it('is none when the server rendered none', () => {
    expect(isDrawnFor({ ...salesPage, path: undefined }, entry)).to.equal(false);
  });
});
