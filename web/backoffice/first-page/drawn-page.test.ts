import { expect } from 'chai';
import { isDrawnFor } from './drawn-page.ts';

describe('Page that the server rendered', () => {
  const list = {
    path: '/platform/my-sales',
    answers: { 'session.get': {}, 'seller.listSales': {} },
  };
  const entry = { pathname: '/platform/my-sales', search: '', state: { key: 'a' } };

  it('is the one of an entry with its path, without filters and search text', () => {
    expect(isDrawnFor(list, entry)).to.equal(true);
    expect(isDrawnFor(list, { ...entry, state: null })).to.equal(true);
  });

  it('is not the one of another entry that shares its document', () => {
    expect(isDrawnFor(list, { ...entry, pathname: '/platform/financial' })).to.equal(false);
    expect(isDrawnFor(list, { ...entry, search: '?status=APPROVED' })).to.equal(false);
    expect(isDrawnFor(list, { ...entry, search: '?open=p-1' })).to.equal(false);
    expect(isDrawnFor(list, { ...entry, state: { searchText: { text: 'Rita' } } })).to.equal(false);
  });

  it('is the one of a sign-in page, whatever page it leads to', () => {
    const door = { path: '/login', answers: {} };
    const search = '?next=%2Fplatform%2Fmy-sales';
    expect(isDrawnFor(door, { ...entry, pathname: '/login', search })).to.equal(true);
  });

  it('is none when the server rendered none', () => {
    expect(isDrawnFor({ ...list, path: undefined }, entry)).to.equal(false);
  });
});
