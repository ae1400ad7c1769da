import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { pluralIn } from '#/web/i18n/plural.ts';
import { acquiring } from './acquiring.ts';
import { uiTexts } from './ui.ts';
import { salesTexts } from './sales.ts';
import { financeTexts } from './finance.ts';
import { auditTexts } from './audit.ts';
import { privacyTexts } from './privacy.ts';
import { accessTexts } from './access.ts';
import { mailsTexts } from './mails.ts';
import { sellersTexts } from './sellers.ts';
import { exportsTexts } from './exports.ts';
import { investigationsTexts } from './investigations.ts';

const plural = pluralIn('en');

export const backoffice: BackofficeTexts = {
  ...uiTexts,
  product: 'Razão',
  nav: {
    dashboard: 'Dashboard',
    mySales: 'My sales',
    financial: 'Balance',
    myProfile: 'My profile',
    manageSales: 'Sales',
    manageUsers: 'Users',
    manageManagers: 'Managers',
    sellerRevenue: 'Revenue by user',
    sellerNegative: 'Negative users',
    exportAccounting: 'Accounting',
    investigations: 'Open cases',
    documentValidation: 'Document validation',
    bankAccounts: 'Payout destinations',
    manageWithdraws: 'Withdrawals to approve',
    paidWithdrawals: 'Paid withdrawals',
    platformTerms: 'Fees and terms',
    acquirings: 'Acquirers',
    access: 'Access',
    functionaries: 'Staff',
    integrations: 'Integrations',
    platforms: 'Platforms',
    administrators: 'Administrators',
    masters: 'Masters',
    mails: 'Mails',
    installation: 'Installation',
    sessionLogs: 'Sessions',
    managerUsers: 'My sellers',
  },
  groups: {
    sales: 'Sales',
    sellers: 'Sellers',
    money: 'Money',
    account: 'Account',
    settings: 'Settings',
  },
  finder: {
    open: 'Search',
    title: 'Search pages, sales and people',
    placeholder: 'Page, buyer, e-mail, CPF, code…',
    pages: 'Pages',
    sales: 'Sales',
    people: 'People',
    lastSale: (date: string) => `Last purchase on ${date}`,
    looking: 'Looking for sales…',
    failed: 'Sales cannot be searched right now. Pages are still here.',
    nothing: 'Nothing found. Check what you typed.',
  },
  status: {
    PENDING: 'Pending',
    APPROVED: 'Approved',
    REJECTED: 'Rejected',
    REFUNDED: 'Refunded',
    CHARGEBACK: 'Chargeback',
    CANCELED: 'Canceled',
  },
  partlyRefunded: 'Partly refunded',
  withdrawStatus: {
    PENDING: 'Processing',
    APPROVED: 'Paid',
    REJECTED: 'Rejected',
    CANCELED: 'Canceled',
  },
  method: { PIX: 'PIX', CREDIT_CARD: 'Card', BILLET: 'Boleto' },
  dashboard: {
    title: 'Dashboard',
    approvedToday: 'Approved today',
    soldToday: (amount, count) =>
      `You have sold ${amount} today, in ${plural(count, 'sale', 'sales')}.`,
    noneToday: 'No sales yet today.',
    approvedIn: (period) => `Approved · ${period}`,
    sales: (count) => plural(count, 'sale', 'sales'),
    volume: 'Approved volume by day',
    noPrevious: 'No sales in the previous period',
    methods: 'Approved by method',
    approvalRate: (rate) => `${rate} approved`,
    pix: 'PIX generated and paid',
    pixGenerated: 'Generated',
    pixPaid: 'Paid',
    pixRate: (rate) => `${rate} of the generated PIX were paid.`,
    noPix: 'No PIX generated in this period.',
    topProducts: 'Top products',
    lastSales: 'Latest sales',
    seeAll: 'See all',
    day: 'Day',
    amount: 'Amount',
    count: 'Sales',
    noSales: 'No sales in this period.',
    fees: 'Fee revenue',
    feesToday: 'Fee revenue today',
    negativeSellers: 'Negative users',
    pendingWithdrawals: 'Withdrawals in progress',
    requested: 'Payments generated',
  },
  acquiring,
  ...salesTexts,
  ...financeTexts,
  ...auditTexts,
  ...privacyTexts,
  ...accessTexts,
  ...mailsTexts,
  ...sellersTexts,
  ...exportsTexts,
  ...investigationsTexts,
};
