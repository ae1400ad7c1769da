/** The 20 flags of people.9. Those without a page yet (people.10) allow nothing. */
export const permissionFlags = [
  'isDashboardAvailable',
  'isUsersAvailable',
  'isFunctionariesAvailable',
  'isManagersAvailable',
  'isProductsAvailable',
  'isSalesAvailable',
  'isWithdrawsAvailable',
  'isWithdrawsManagerAvailable',
  'isAntecipationsAvailable',
  'isValidateDocumentsAvailable',
  'isValidateBankAccountsAvailable',
  'isWithdrawsRequestUsersAvailable',
  'isWithdrawsRequestManagersAvailable',
  'isConfigAvailable',
  'isNotificationsAvailable',
  'isChargesAvailable',
  'isUsersLoginAvailable',
  'isExportUsersAvailable',
  'isUserAdvancedOptionsAvailable',
  'isUserDocumentsAvailable',
] as const;

export type PermissionFlag = (typeof permissionFlags)[number];
