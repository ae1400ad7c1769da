import type { QueryName } from '#/api/contract/contract.ts';

type Query = QueryName | `${QueryName}?${string}`;

/** Queries answered with the page itself, if its URL has no filters. `{month}`: the current month in Brazil. */
export const firstQueries: Readonly<Record<string, readonly Query[]>> = {
  '/platform/dashboard': [
    'seller.getBalance',
    'seller.getSummary?days=7',
    'seller.getSummary?days=14',
    'seller.listSales?limit=8',
  ],
  '/platform/my-sales': ['seller.listSales'],
  '/platform/financial': [
    'seller.getBalance',
    'seller.getStatement?month={month}',
    'seller.getReleases',
    'seller.listDestinations',
    'seller.getSchedule',
    'seller.listWithdrawals?limit=10',
  ],
  '/platform/my-profile': ['seller.getReceiver'],
  '/admin-root/dashboard': [
    'admin.getSummary?days=7',
    'admin.getSummary?days=14',
    'admin.getAcquiring',
  ],
  '/admin-root/manage-sales': ['admin.listSales'],
  '/admin-root/seller-revenue': [],
  '/admin-root/export-accounting': [],
  '/admin-root/seller-negative': ['admin.listNegativeSellers'],
  '/admin-root/investigations': ['admin.listInvestigations', 'admin.listParkedWork'],
  '/admin-root/document-validation': ['admin.listReceivers'],
  '/admin-root/platform-settings': ['admin.getPlatformTerms'],
  '/admin-root/platform-settings/acquirings': ['admin.getAcquiring'],
  '/admin-root/platform-settings/access': ['admin.listAccess'],
  '/admin-root/manage-users': ['admin.listSellers'],
  '/admin-root/manage-managers': ['admin.listManagers'],
  '/admin-root/manage-withdraws': ['admin.listWaitingWithdrawals'],
  '/admin-root/paid-withdrawals': ['admin.getPaidTotals', 'admin.listPaidWithdrawals'],
  '/admin-root/manage-bank-accounts': ['admin.listDestinations'],
  '/admin-root/manage-functionaries': ['admin.listStaff'],
  '/admin-root/integrations': ['admin.listMails', 'admin.getMail'],
  '/master-root/platforms': ['master.listPlatforms'],
  '/master-root/administrators': ['master.listAdministrators'],
  '/master-root/masters': ['master.listMasters'],
  '/master-root/session-logs': ['master.listSessionLog'],
  '/master-root/mails': ['master.listMails', 'master.getMail'],
  '/master-root/installation': ['master.getInstallation'],
  '/manager-root/dashboard': ['manager.getDashboard?days=7'],
  '/manager-root/manager-users': ['manager.listSellers'],
};
