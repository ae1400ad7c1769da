import type { ProceduresOf } from '#/api/http/procedure.ts';
import { beginAnalysis, endAnalysis } from '#/api/withdrawals/analyse-withdrawals.ts';
import { takeReceipt } from '#/api/exports/take-receipt.ts';
import { showPaidTotals, showPaidWithdrawals } from '#/api/withdrawals/paid-withdrawals.ts';
import {
  reconcileWithdrawal,
  revertReconciliation,
} from '#/api/withdrawals/reconcile-withdrawals.ts';
import { showReceipt } from '#/api/withdrawals/receipt.ts';
import {
  listReviewedDestinations,
  loadPlatformsDestination,
  openDestination,
  requireUnnamed,
  reviewDestination,
} from '#/api/withdrawals/review-destinations.ts';
import {
  approveWithdrawal,
  listWaitingWithdrawals,
  loadPlatformsWithdrawal,
  refuseWithdrawal,
} from '#/api/withdrawals/review-withdrawals.ts';

type PayoutProcedures = Pick<
  ProceduresOf<'admin'>,
  | 'admin.listDestinations'
  | 'admin.getDestination'
  | 'admin.approveDestination'
  | 'admin.refuseDestination'
  | 'admin.listWaitingWithdrawals'
  | 'admin.beginWithdrawalAnalysis'
  | 'admin.endWithdrawalAnalysis'
  | 'admin.approveWithdrawal'
  | 'admin.refuseWithdrawal'
  | 'admin.listPaidWithdrawals'
  | 'admin.getPaidTotals'
  | 'admin.reconcileWithdrawal'
  | 'admin.revertReconciliation'
  | 'admin.getReceipt'
  | 'admin.takeReceipt'
>;

export const payoutProcedures: PayoutProcedures = {
  'admin.listDestinations': (input, { caller, services }) =>
    listReviewedDestinations(services, caller, input),

  'admin.getDestination': async (input, call) => {
    const { caller, services } = call;
    const destination = await openDestination(services, caller, input);
    await services.trail.take(call, 'RECEIVER', destination.sellerId);
    return destination;
  },

  'admin.approveDestination': async (input, { caller, once, services }) => {
    await loadPlatformsDestination(services.core, caller, input.destinationId);
    return { position: await once((by) => reviewDestination(services, caller, input, by)) };
  },

  'admin.refuseDestination': async (input, { caller, once, services }) => {
    const { core } = services;
    const { state } = await loadPlatformsDestination(core, caller, input.destinationId);
    await requireUnnamed(core, state.declared.sellerId, input.reason);
    return { position: await once((by) => reviewDestination(services, caller, input, by)) };
  },

  'admin.listWaitingWithdrawals': (input, { caller, services }) =>
    listWaitingWithdrawals(services, caller, input),

  'admin.beginWithdrawalAnalysis': async (input, { caller, once, services: { core } }) => {
    await loadPlatformsWithdrawal(core, caller, input.withdrawalId);
    return { position: await once((by) => beginAnalysis(core, caller, input, by)) };
  },

  'admin.endWithdrawalAnalysis': async (input, { caller, once, services: { core } }) => {
    await loadPlatformsWithdrawal(core, caller, input.withdrawalId);
    return { position: await once((by) => endAnalysis(core, caller, input, by)) };
  },

  'admin.approveWithdrawal': async ({ withdrawalId }, { caller, once, services }) => {
    await loadPlatformsWithdrawal(services.core, caller, withdrawalId);
    return once((by) => approveWithdrawal(services, caller, withdrawalId, by));
  },

  'admin.refuseWithdrawal': async (input, { caller, once, services: { core } }) => {
    const { requested } = await loadPlatformsWithdrawal(core, caller, input.withdrawalId);
    await requireUnnamed(core, requested.receiverId, input.reason);
    return { position: await once((by) => refuseWithdrawal(core, caller, input, by)) };
  },

  'admin.listPaidWithdrawals': (input, { caller, services }) =>
    showPaidWithdrawals(services, caller, input),

  'admin.getPaidTotals': (input, { caller, services }) => showPaidTotals(services, caller, input),

  'admin.reconcileWithdrawal': async (input, { caller, once, services: { core } }) => {
    await loadPlatformsWithdrawal(core, caller, input.withdrawalId);
    return once((by) => reconcileWithdrawal(core, caller, input, by));
  },

  'admin.revertReconciliation': async (input, { caller, once, services: { core } }) => {
    const { requested } = await loadPlatformsWithdrawal(core, caller, input.withdrawalId);
    await requireUnnamed(core, requested.receiverId, input.reason);
    return { position: await once((by) => revertReconciliation(core, caller, input, by)) };
  },

  'admin.getReceipt': (input, { caller: { platformId }, services }) =>
    showReceipt(services, { platformId }, input),

  'admin.takeReceipt': (input, call) =>
    takeReceipt(call, { platformId: call.caller.platformId }, input),
};
