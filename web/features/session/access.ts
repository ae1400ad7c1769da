import type { ProcedureName } from '#/api/contract/contract.ts';
import { hasFlag, roles } from '#/api/contract/roles.ts';
import type { Session } from '#/api/contract/session.ts';

type PermissionFlag = Session['permissions'][number];

/** In the order of the navigation; the first group has no heading. */
const groups = ['overview', 'sales', 'sellers', 'money', 'account', 'settings'] as const;

export type NavigationGroup = (typeof groups)[number];

export interface BackofficePage {
  readonly to:
    | '/platform/dashboard'
    | '/platform/my-sales'
    | '/platform/financial'
    | '/platform/my-profile'
    | '/admin-root/dashboard'
    | '/admin-root/manage-sales'
    | '/admin-root/manage-users'
    | '/admin-root/manage-managers'
    | '/admin-root/seller-revenue'
    | '/admin-root/seller-negative'
    | '/admin-root/export-accounting'
    | '/admin-root/investigations'
    | '/admin-root/document-validation'
    | '/admin-root/manage-bank-accounts'
    | '/admin-root/manage-withdraws'
    | '/admin-root/paid-withdrawals'
    | '/admin-root/platform-settings'
    | '/admin-root/platform-settings/acquirings'
    | '/admin-root/platform-settings/access'
    | '/admin-root/manage-functionaries'
    | '/admin-root/integrations'
    | '/master-root/platforms'
    | '/master-root/administrators'
    | '/master-root/masters'
    | '/master-root/session-logs'
    | '/master-root/mails'
    | '/master-root/installation'
    | '/manager-root/dashboard'
    | '/manager-root/manager-users';
  /** Key in `texts.nav`. */
  readonly label:
    | 'dashboard'
    | 'mySales'
    | 'financial'
    | 'myProfile'
    | 'manageSales'
    | 'manageUsers'
    | 'manageManagers'
    | 'sellerRevenue'
    | 'sellerNegative'
    | 'exportAccounting'
    | 'investigations'
    | 'documentValidation'
    | 'bankAccounts'
    | 'manageWithdraws'
    | 'paidWithdrawals'
    | 'platformTerms'
    | 'acquirings'
    | 'access'
    | 'functionaries'
    | 'integrations'
    | 'platforms'
    | 'administrators'
    | 'masters'
    | 'sessionLogs'
    | 'mails'
    | 'installation'
    | 'managerUsers';
  readonly group: NavigationGroup;
  /** people.9: each flag gates its pages; sellers, masters and managers need none. */
  readonly flag?: PermissionFlag;
  /** The page also needs the right to this action. */
  readonly action?: keyof typeof actions;
}

/** In the order of the navigation. */
export const backofficePages: readonly BackofficePage[] = [
  { to: '/platform/dashboard', label: 'dashboard', group: 'overview' },
  { to: '/platform/my-sales', label: 'mySales', group: 'sales' },
  { to: '/platform/financial', label: 'financial', group: 'money' },
  { to: '/platform/my-profile', label: 'myProfile', group: 'account' },
  {
    to: '/admin-root/dashboard',
    label: 'dashboard',
    group: 'overview',
    flag: 'isDashboardAvailable',
  },
  {
    to: '/admin-root/manage-sales',
    label: 'manageSales',
    group: 'sales',
    flag: 'isSalesAvailable',
  },
  {
    to: '/admin-root/manage-users',
    label: 'manageUsers',
    group: 'sellers',
    flag: 'isUsersAvailable',
  },
  {
    to: '/admin-root/manage-managers',
    label: 'manageManagers',
    group: 'sellers',
    flag: 'isManagersAvailable',
  },
  {
    to: '/admin-root/seller-revenue',
    label: 'sellerRevenue',
    group: 'sellers',
    flag: 'isSalesAvailable',
  },
  {
    to: '/admin-root/seller-negative',
    label: 'sellerNegative',
    group: 'sellers',
    flag: 'isSalesAvailable',
  },
  {
    to: '/admin-root/document-validation',
    label: 'documentValidation',
    group: 'sellers',
    flag: 'isValidateDocumentsAvailable',
  },
  {
    to: '/admin-root/manage-bank-accounts',
    label: 'bankAccounts',
    group: 'sellers',
    flag: 'isValidateBankAccountsAvailable',
  },
  {
    to: '/admin-root/manage-withdraws',
    label: 'manageWithdraws',
    group: 'money',
    flag: 'isWithdrawsRequestUsersAvailable',
  },
  {
    to: '/admin-root/paid-withdrawals',
    label: 'paidWithdrawals',
    group: 'money',
    flag: 'isWithdrawsAvailable',
  },
  {
    to: '/admin-root/export-accounting',
    label: 'exportAccounting',
    group: 'money',
    flag: 'isSalesAvailable',
  },
  {
    to: '/admin-root/investigations',
    label: 'investigations',
    group: 'money',
    action: 'admin.listInvestigations',
  },
  {
    to: '/admin-root/platform-settings',
    label: 'platformTerms',
    group: 'settings',
    flag: 'isConfigAvailable',
  },
  {
    to: '/admin-root/platform-settings/acquirings',
    label: 'acquirings',
    group: 'settings',
    flag: 'isConfigAvailable',
  },
  {
    to: '/admin-root/platform-settings/access',
    label: 'access',
    group: 'settings',
    flag: 'isConfigAvailable',
  },
  {
    to: '/admin-root/manage-functionaries',
    label: 'functionaries',
    group: 'settings',
    flag: 'isFunctionariesAvailable',
  },
  {
    to: '/admin-root/integrations',
    label: 'integrations',
    group: 'settings',
    flag: 'isConfigAvailable',
  },
  { to: '/master-root/platforms', label: 'platforms', group: 'overview' },
  { to: '/master-root/administrators', label: 'administrators', group: 'overview' },
  { to: '/master-root/masters', label: 'masters', group: 'overview' },
  { to: '/master-root/session-logs', label: 'sessionLogs', group: 'overview' },
  { to: '/master-root/mails', label: 'mails', group: 'overview' },
  { to: '/master-root/installation', label: 'installation', group: 'overview' },
  { to: '/manager-root/dashboard', label: 'dashboard', group: 'overview' },
  { to: '/manager-root/manager-users', label: 'managerUsers', group: 'overview' },
];

export type Access = Pick<Session, 'role' | 'permissions'>;

/** Hides pages whose data the server would refuse; the server itself decides. */
export const mayOpen = (access: Access, { to, flag, action }: BackofficePage): boolean =>
  to.startsWith(roles[access.role].pages) &&
  (flag === undefined || hasFlag(access, flag)) &&
  (action === undefined || mayDo(access, action));

/** Flags that these procedures need. The server has its own table; a test compares the two. */
export const actions = {
  'admin.listNotices': ['isConfigAvailable'],
  'admin.listSellerRevenue': ['isSalesAvailable'],
  'admin.listInvestigations': [
    'isSalesAvailable',
    'isWithdrawsManagerAvailable',
    'isUserAdvancedOptionsAvailable',
  ],
  'admin.requestRefund': ['isSalesAvailable', 'isUserAdvancedOptionsAvailable'],
  'admin.requestErasure': ['isUserDocumentsAvailable', 'isUserAdvancedOptionsAvailable'],
  'admin.exportSubject': ['isUserDocumentsAvailable', 'isExportUsersAvailable'],
  'admin.countSellers': ['isUsersAvailable', 'isExportUsersAvailable'],
  'admin.blockSeller': ['isUsersAvailable', 'isUserAdvancedOptionsAvailable'],
  'admin.reviseSellerTerms': ['isUsersAvailable', 'isUserAdvancedOptionsAvailable'],
  'admin.beginImpersonation': ['isUsersAvailable', 'isUsersLoginAvailable'],
  'admin.reconcileWithdrawal': ['isWithdrawsAvailable', 'isUserAdvancedOptionsAvailable'],
  'admin.registerReceiver': ['isValidateDocumentsAvailable', 'isValidateBankAccountsAvailable'],
} as const satisfies Partial<Record<ProcedureName, readonly PermissionFlag[]>>;

/** Whether the user has the flags of an action. Pages hide actions that the server would refuse. */
export const mayDo = (access: Access, action: keyof typeof actions): boolean =>
  actions[action].every((flag) => hasFlag(access, flag));

export const navigationOf = (access: Access): readonly BackofficePage[] =>
  backofficePages.filter((destination) => mayOpen(access, destination));

/** The groups of the navigation, without those that have no allowed page. */
export const groupsOf = (
  access: Access,
): readonly { readonly group: NavigationGroup; readonly pages: readonly BackofficePage[] }[] => {
  const allowed = Map.groupBy(navigationOf(access), ({ group }) => group);
  return groups.flatMap((group) => {
    const pages = allowed.get(group);
    return pages ? [{ group, pages }] : [];
  });
};

/** The home of the role, or the first page that the person may open; undefined for staff without permissions. */
export const homeOf = (access: Access): BackofficePage['to'] | undefined => {
  const open = navigationOf(access).map(({ to }) => to);
  return open.find((to) => to === roles[access.role].home) ?? open[0];
};

/** Returns `next` if it is a page of the user's own area, else home: `next` must not lead to another site (`//evil.example`). */
export const destinationAfterSignIn = (access: Access, next: string | undefined): string => {
  const home = homeOf(access) ?? '/';
  const isOurs =
    next !== undefined && next.startsWith(roles[access.role].pages) && !/[\\\s]/.test(next);
  return isOurs ? next : home;
};
