import { bankAccounts, paidPayouts, payoutRequests, reconciling } from './staff-access.ts';

/** The part of the access table about payouts. */
export const payoutAccess = {
  'seller.listDestinations': 'seller',
  'seller.declareDestination': 'seller',
  'seller.removeDestination': 'seller',
  'seller.getReceipt': 'seller',
  'seller.takeReceipt': 'seller',
  'seller.getSchedule': 'seller',
  'seller.reviseSchedule': 'seller',
  'seller.endSchedule': 'seller',
  'admin.listDestinations': bankAccounts,
  'admin.getDestination': bankAccounts,
  'admin.approveDestination': bankAccounts,
  'admin.refuseDestination': bankAccounts,
  'admin.listWaitingWithdrawals': payoutRequests,
  'admin.beginWithdrawalAnalysis': payoutRequests,
  'admin.endWithdrawalAnalysis': payoutRequests,
  'admin.approveWithdrawal': payoutRequests,
  'admin.refuseWithdrawal': payoutRequests,
  'admin.listPaidWithdrawals': paidPayouts,
  'admin.getReceipt': paidPayouts,
  'admin.takeReceipt': paidPayouts,
  'admin.getPaidTotals': paidPayouts,
  'admin.reconcileWithdrawal': reconciling,
  'admin.revertReconciliation': reconciling,
} as const;
