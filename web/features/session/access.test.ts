import { expect } from 'chai';
import { hasFlag, roleNames, roles } from '#/api/contract/roles.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import type { Access } from './access.ts';
import { destinationAfterSignIn, groupsOf, homeOf, mayDo, navigationOf } from './access.ts';

const seller: Access = { role: 'SELLER', permissions: [] };
const admin: Access = { role: 'ADMIN', permissions: [] };
const accountant: Access = { role: 'FUNCTIONARY', permissions: ['isSalesAvailable'] };
const master: Access = { role: 'MASTER', permissions: [] };
const manager: Access = { role: 'MANAGER', permissions: [] };
const newcomer: Access = { role: 'FUNCTIONARY', permissions: [] };

const pathsOf = (access: Access) => navigationOf(access).map(({ to }) => to);

describe('Pages by role', () => {
  it('leads each role to the home that the table of roles names, under the pages of its area', () => {
    for (const role of roleNames) {
      const access: Access = { role, permissions: [...permissionFlags] };
      const { home, pages } = roles[role];
      expect(homeOf(access)).to.equal(home);
      expect(pathsOf(access).every((path) => path.startsWith(pages))).to.equal(true);
    }
  });

  it('shows an accountant sales, revenue, negative users and accounting, and nothing else', () => {
    expect(pathsOf(accountant)).to.deep.equal([
      '/admin-root/manage-sales',
      '/admin-root/seller-revenue',
      '/admin-root/seller-negative',
      '/admin-root/export-accounting',
    ]);
  });

  it('shows staff with the configuration permission only the pages of settings', () => {
    const operator: Access = { role: 'FUNCTIONARY', permissions: ['isConfigAvailable'] };
    expect(pathsOf(operator)).to.deep.equal([
      '/admin-root/platform-settings',
      '/admin-root/platform-settings/acquirings',
      '/admin-root/platform-settings/access',
      '/admin-root/integrations',
    ]);
  });

  it('shows a functionary who manages staff that page alone, and an accountant not at all', () => {
    const functionary: Access = { role: 'FUNCTIONARY', permissions: ['isFunctionariesAvailable'] };
    expect(pathsOf(functionary)).to.deep.equal(['/admin-root/manage-functionaries']);
    expect(pathsOf(admin)).to.include('/admin-root/manage-functionaries');
    expect(pathsOf(accountant)).to.not.include('/admin-root/manage-functionaries');
  });

  it('shows a functionary who looks after managers that page alone', () => {
    const functionary: Access = { role: 'FUNCTIONARY', permissions: ['isManagersAvailable'] };
    expect(pathsOf(functionary)).to.deep.equal(['/admin-root/manage-managers']);
    expect(pathsOf(accountant)).to.not.include('/admin-root/manage-managers');
  });

  it('shows a functionary who manages users that page alone', () => {
    const functionary: Access = { role: 'FUNCTIONARY', permissions: ['isUsersAvailable'] };
    expect(pathsOf(functionary)).to.deep.equal(['/admin-root/manage-users']);
    expect(mayDo(functionary, 'admin.blockSeller')).to.equal(false);
    expect(mayDo(admin, 'admin.blockSeller')).to.equal(true);
  });

  it('shows each page about payouts only to staff with the flag of that page', () => {
    for (const [flag, path] of [
      ['isWithdrawsRequestUsersAvailable', '/admin-root/manage-withdraws'],
      ['isWithdrawsAvailable', '/admin-root/paid-withdrawals'],
      ['isValidateBankAccountsAvailable', '/admin-root/manage-bank-accounts'],
    ] as const) {
      const withFlag: Access = { role: 'FUNCTIONARY', permissions: [flag] };
      expect(pathsOf(withFlag), flag).to.deep.equal([path]);
      expect(pathsOf(admin)).to.include(path);
      expect(pathsOf(accountant)).to.not.include(path);
    }
  });

  it('keeps sellers out of the administration, whatever flags they have, and staff out of the seller area', () => {
    expect(pathsOf(seller).every((path) => path.startsWith('/platform/'))).to.equal(true);
    expect(pathsOf(admin).every((path) => path.startsWith('/admin-root/'))).to.equal(true);
    const flagged: Access = { role: 'SELLER', permissions: ['isSalesAvailable'] };
    expect(pathsOf(flagged)).to.deep.equal(pathsOf(seller));
    expect(hasFlag(flagged, 'isSalesAvailable')).to.equal(false);
  });

  it('keeps masters out of the areas of staff and sellers, whatever flags they have', () => {
    const flagged: Access = { role: 'MASTER', permissions: ['isSalesAvailable'] };
    expect(pathsOf(flagged)).to.deep.equal(pathsOf(master));
    expect(pathsOf(master).every((path) => path.startsWith('/master-root/'))).to.equal(true);
    expect(homeOf(master)).to.equal('/master-root/platforms');
    expect(mayDo(flagged, 'admin.listSellerRevenue')).to.equal(false);
  });

  it('keeps managers out of the areas of staff, sellers and masters, whatever flags they have', () => {
    const flagged: Access = { role: 'MANAGER', permissions: ['isUsersAvailable'] };
    expect(pathsOf(flagged)).to.deep.equal(pathsOf(manager));
    expect(pathsOf(manager)).to.deep.equal([
      '/manager-root/dashboard',
      '/manager-root/manager-users',
    ]);
    expect(homeOf(manager)).to.equal('/manager-root/dashboard');
    expect(destinationAfterSignIn(manager, '/admin-root/manage-users')).to.equal(
      '/manager-root/dashboard',
    );
  });

  it('groups the pages under headings in the order of the navigation, without empty headings', () => {
    const headings = (access: Access) => groupsOf(access).map(({ group }) => group);
    expect(headings(seller)).to.deep.equal(['overview', 'sales', 'money', 'account']);
    expect(headings(admin)).to.deep.equal(['overview', 'sales', 'sellers', 'money', 'settings']);
    expect(headings(accountant)).to.deep.equal(['sales', 'sellers', 'money']);
    expect(headings(newcomer)).to.deep.equal([]);
    for (const access of [seller, admin, accountant]) {
      const pages = groupsOf(access).flatMap((group) => group.pages);
      expect(pages).to.deep.equal(navigationOf(access));
    }
  });

  it('gives everyone who may see a page a home page, and staff without permissions none', () => {
    expect(homeOf(seller)).to.equal('/platform/dashboard');
    expect(homeOf(admin)).to.equal('/admin-root/dashboard');
    expect(homeOf(accountant)).to.equal('/admin-root/manage-sales');
    expect(homeOf(newcomer)).to.equal(undefined);
  });
});

describe('Actions of staff on a page', () => {
  it('allows an administrator to list webhook notices, but not an accountant', () => {
    expect(mayDo(accountant, 'admin.listNotices')).to.equal(false);
    expect(mayDo(admin, 'admin.listNotices')).to.equal(true);
  });
});

describe('Destination after sign-in', () => {
  it('is the page that required the sign-in, with its filters', () => {
    const next = '/platform/my-sales?status=APPROVED&open=p-1';
    expect(destinationAfterSignIn(seller, next)).to.equal(next);
  });

  it('is the home page if the requested page belongs to another role or none was requested', () => {
    expect(destinationAfterSignIn(seller, '/admin-root/dashboard')).to.equal('/platform/dashboard');
    expect(destinationAfterSignIn(accountant, undefined)).to.equal('/admin-root/manage-sales');
  });

  it('is never another site', () => {
    const otherSites = [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ];
    for (const url of otherSites) {
      expect(destinationAfterSignIn(seller, url)).to.equal('/platform/dashboard');
    }
  });
});
