import type { PermissionFlag } from '#/domain/staff/permissions.ts';

/** Flags that staff need, every one of them; an ADMIN has all flags (people.8). */
export interface StaffAccess {
  readonly staff: readonly PermissionFlag[];
}

/** Flags of the pages: opening a page and reading its data need the same flag. */
export const sales = { staff: ['isSalesAvailable'] } as const;
export const dashboard = { staff: ['isDashboardAvailable'] } as const;
export const documents = { staff: ['isUserDocumentsAvailable'] } as const;
/** Validating documents and changing settings need only the flag for that. */
export const verification = { staff: ['isValidateDocumentsAvailable'] } as const;
export const config = { staff: ['isConfigAvailable'] } as const;
export const users = { staff: ['isUsersAvailable'] } as const;
/** Which flags staff may give others is decided elsewhere (`domain/staff/granting.ts`). */
export const functionaries = { staff: ['isFunctionariesAvailable'] } as const;

/** Managers, and which sellers each looks after. */
const managers = { staff: ['isManagersAvailable'] } as const;

/** The procedures about managers. */
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

/** Actions on a page that others may only read need the flag of an action as well (people.13, people.14). */
export const refunding = { staff: ['isSalesAvailable', 'isUserAdvancedOptionsAvailable'] } as const;
export const erasing = {
  staff: ['isUserDocumentsAvailable', 'isUserAdvancedOptionsAvailable'],
} as const;
export const handingOut = {
  staff: ['isUserDocumentsAvailable', 'isExportUsersAvailable'],
} as const;
export const managing = { staff: ['isUsersAvailable', 'isUserAdvancedOptionsAvailable'] } as const;
/** Two members of staff with this flag together reset the second factor of a seller, functionary or manager who lost it. */
export const resetting = { staff: ['isUserAdvancedOptionsAvailable'] } as const;
export const exporting = { staff: ['isUsersAvailable', 'isExportUsersAvailable'] } as const;
/** A registration sends the seller's bank account to the acquirer, which will pay to it. */
export const registering = {
  staff: ['isValidateDocumentsAvailable', 'isValidateBankAccountsAvailable'],
} as const;

/** Where sellers are paid. */
export const bankAccounts = { staff: ['isValidateBankAccountsAvailable'] } as const;
/** Withdrawals before they are sent; `paidPayouts` once they were paid. */
export const payoutRequests = { staff: ['isWithdrawsRequestUsersAvailable'] } as const;
export const paidPayouts = { staff: ['isWithdrawsAvailable'] } as const;

/** To impersonate a seller; checked again on every request. */
export const mayImpersonate = { staff: ['isUsersAvailable', 'isUsersLoginAvailable'] } as const;

/** Decisions in investigations move the platform's money, of sales and of withdrawals. */
export const investigating = {
  staff: ['isSalesAvailable', 'isWithdrawsManagerAvailable', 'isUserAdvancedOptionsAvailable'],
} as const;
