import type { PermissionFlag } from '#/domain/staff/permissions.ts';

/** All of these flags are needed; an ADMIN has all (people.8). */
export interface StaffAccess {
  readonly staff: readonly PermissionFlag[];
}

/** A page and its data need the same flag. */
export const sales = { staff: ['isSalesAvailable'] } as const;
export const dashboard = { staff: ['isDashboardAvailable'] } as const;
export const documents = { staff: ['isUserDocumentsAvailable'] } as const;
export const verification = { staff: ['isValidateDocumentsAvailable'] } as const;
export const config = { staff: ['isConfigAvailable'] } as const;
export const users = { staff: ['isUsersAvailable'] } as const;
/** `domain/staff/granting.ts` decides which flags staff may give. */
export const functionaries = { staff: ['isFunctionariesAvailable'] } as const;

const managers = { staff: ['isManagersAvailable'] } as const;

/** The part of the access table about managers. */
export const ofManagers = {
  'admin.listManagers': managers,
  'admin.inviteManager': managers,
  'admin.inviteManagerAgain': managers,
  'admin.blockManager': managers,
  'admin.restoreManager': managers,
  'admin.listPortfolio': managers,
  'admin.listPortfolioMoves': managers,
  'admin.findAssignable': managers,
  'admin.assignSellers': managers,
} as const;

/** Actions that need a second flag beside that of their page, which alone only shows it (people.13, people.14). */
export const refunding = { staff: ['isSalesAvailable', 'isUserAdvancedOptionsAvailable'] } as const;
export const erasingPersonalData = {
  staff: ['isUserDocumentsAvailable', 'isUserAdvancedOptionsAvailable'],
} as const;
export const exportingPersonalData = {
  staff: ['isUserDocumentsAvailable', 'isExportUsersAvailable'],
} as const;
export const managing = { staff: ['isUsersAvailable', 'isUserAdvancedOptionsAvailable'] } as const;
/** Two members of staff together reset a second factor. */
export const resetting = { staff: ['isUserAdvancedOptionsAvailable'] } as const;
export const exporting = { staff: ['isUsersAvailable', 'isExportUsersAvailable'] } as const;
/** A registration sends the bank account that the acquirer will pay to. */
export const registeringReceivers = {
  staff: ['isValidateDocumentsAvailable', 'isValidateBankAccountsAvailable'],
} as const;

export const bankAccounts = { staff: ['isValidateBankAccountsAvailable'] } as const;
/** Withdrawals before they are sent. */
export const payoutRequests = { staff: ['isWithdrawsRequestUsersAvailable'] } as const;
export const paidPayouts = { staff: ['isWithdrawsAvailable'] } as const;
export const reconciling = {
  staff: ['isWithdrawsAvailable', 'isUserAdvancedOptionsAvailable'],
} as const;

export const mayImpersonate = { staff: ['isUsersAvailable', 'isUsersLoginAvailable'] } as const;

/** Decisions in investigations move the platform's money. */
export const investigating = {
  staff: ['isSalesAvailable', 'isWithdrawsManagerAvailable', 'isUserAdvancedOptionsAvailable'],
} as const;
