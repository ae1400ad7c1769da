import { expect } from 'chai';
import { holds } from '#/api/contract/roles.ts';
import type { Access } from './access.ts';
import { destinationAfterSignIn, groupsOf, homeOf, mayDo, navigationOf } from './access.ts';

const seller: Access = { role: 'SELLER', permissions: [] };
const admin: Access = { role: 'ADMIN', permissions: [] };
const accountant: Access = { role: 'FUNCTIONARY', permissions: ['isSalesAvailable'] };
const newcomer: Access = { role: 'FUNCTIONARY', permissions: [] };

const pathsOf = (access: Access) => navigationOf(access).map(({ to }) => to);

describe('who sees which page', () => {
  it('shows an accountant sales, revenue, negative users and accounting, and nothing else', () => {
    expect(pathsOf(accountant)).to.deep.equal([
      '/admin-root/manage-sales',
      '/admin-root/seller-revenue',
      '/admin-root/seller-negative',
      '/admin-root/export-accounting',
    ]);
  });

  it('shows who may configure the acquirers', () => {
    const operator: Access = { role: 'FUNCTIONARY', permissions: ['isConfigAvailable'] };
    expect(pathsOf(operator)).to.deep.equal([
      '/admin-root/platform-settings/acquirings',
      '/admin-root/platform-settings/access',
    ]);
  });

  it('keeps sellers out of the administration and staff out of the seller area', () => {
    expect(pathsOf(seller).every((path) => path.startsWith('/platform/'))).to.equal(true);
    expect(pathsOf(admin).every((path) => path.startsWith('/admin-root/'))).to.equal(true);
    const given: Access = { role: 'SELLER', permissions: ['isSalesAvailable'] };
    expect(pathsOf(given)).to.deep.equal(pathsOf(seller));
    expect(holds(given, 'isSalesAvailable')).to.equal(false);
  });

  it('stands under headings of which none is empty, in the order in which pages are found', () => {
    const headings = (access: Access) => groupsOf(access).map(({ group }) => group);
    expect(headings(seller)).to.deep.equal(['overview', 'sales', 'money', 'account']);
    expect(headings(admin)).to.deep.equal(['overview', 'sales', 'sellers', 'money', 'settings']);
    expect(headings(accountant)).to.deep.equal(['sales', 'sellers', 'money']);
    expect(headings(newcomer)).to.deep.equal([]);
    for (const access of [seller, admin, accountant]) {
      const pages = groupsOf(access).flatMap((each) => each.pages);
      expect(pages).to.deep.equal(navigationOf(access));
    }
  });

  it('has a home for everyone who may see something', () => {
    expect(homeOf(seller)).to.equal('/platform/dashboard');
    expect(homeOf(admin)).to.equal('/admin-root/dashboard');
    expect(homeOf(accountant)).to.equal('/admin-root/manage-sales');
    expect(homeOf(newcomer)).to.equal(undefined);
  });
});

describe('what staff may do on a page', () => {
  it('leaves webhooks to whoever configures, as the server does', () => {
    expect(mayDo(accountant, 'admin.listNotices')).to.equal(false);
    expect(mayDo(admin, 'admin.listNotices')).to.equal(true);
  });
});

describe('where signing in leads', () => {
  it('returns to the page that asked for it, with its filters', () => {
    const next = '/platform/my-sales?status=APPROVED&open=p-1';
    expect(destinationAfterSignIn(seller, next)).to.equal(next);
  });

  it('goes home when the page belongs to others', () => {
    expect(destinationAfterSignIn(seller, '/admin-root/dashboard')).to.equal('/platform/dashboard');
    expect(destinationAfterSignIn(accountant, undefined)).to.equal('/admin-root/manage-sales');
  });

  it('never leads to another site', () => {
    const traps = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ];
    for (const trap of traps) {
      expect(destinationAfterSignIn(seller, trap)).to.equal('/platform/dashboard');
    }
  });
});
