import type { ProceduresOf } from '#/api/http/procedure.ts';
import {
  declareDestination,
  listOwnDestinations,
  loadOwnDestination,
  removeDestination,
} from '#/api/withdrawals/destinations.ts';
import { takeReceipt } from '#/api/exports/take-receipt.ts';
import { showReceipt } from '#/api/withdrawals/receipt.ts';
import { requestWithdrawal } from '#/api/withdrawals/request-withdrawal.ts';
import { findWithdrawalPause } from '#/api/withdrawals/withdrawal-pause.ts';
import { endSchedule, loadSchedule, reviseSchedule } from '#/api/withdrawals/schedules.ts';
import { loadCurrentTerms } from '#/api/withdrawals/withdrawal-terms.ts';
import { listWithdrawals } from '#/api/withdrawals/list-withdrawals.ts';

type WithdrawalProcedures = Pick<
  ProceduresOf<'seller'>,
  | 'seller.getWithdrawalTerms'
  | 'seller.requestWithdrawal'
  | 'seller.listWithdrawals'
  | 'seller.listDestinations'
  | 'seller.declareDestination'
  | 'seller.removeDestination'
  | 'seller.getSchedule'
  | 'seller.reviseSchedule'
  | 'seller.endSchedule'
  | 'seller.getReceipt'
  | 'seller.takeReceipt'
>;

export const withdrawalProcedures: WithdrawalProcedures = {
  'seller.getWithdrawalTerms': (_input, { caller, services }) => loadCurrentTerms(services, caller),

  'seller.requestWithdrawal': async (input, { caller, once, services }) => {
    const { core } = services;
    await loadOwnDestination(core, caller, input.destinationId);
    const pausedUntil = (destinationId?: string) =>
      findWithdrawalPause(services, caller.sellerId, destinationId);
    return requestWithdrawal(input, { caller, once, core, pausedUntil });
  },

  'seller.listWithdrawals': (input, { caller, services }) =>
    listWithdrawals(services, caller, input),

  'seller.listDestinations': (input, { caller, services }) =>
    listOwnDestinations(services, caller, input),

  'seller.declareDestination': (input, { caller, once, services: { core } }) =>
    once((by) => declareDestination(core, caller, input, by)),

  'seller.removeDestination': async ({ destinationId }, { caller, once, services: { core } }) => {
    await loadOwnDestination(core, caller, destinationId);
    return { position: await once((by) => removeDestination(core, caller, destinationId, by)) };
  },

  'seller.getSchedule': (_input, { caller, language, services: { core } }) =>
    loadSchedule(core, caller, language),

  'seller.reviseSchedule': async (input, { caller, once, services: { core } }) => {
    await loadOwnDestination(core, caller, input.destinationId);
    return { position: await once((by) => reviseSchedule(core, caller, input, by)) };
  },

  'seller.endSchedule': async (_input, { caller, once, services: { core } }) => ({
    position: await once((by) => endSchedule(core, caller, by)),
  }),

  'seller.getReceipt': (input, { caller: { platformId, sellerId }, services }) =>
    showReceipt(services, { platformId, sellerId }, input),

  'seller.takeReceipt': (input, call) => {
    const { platformId, sellerId } = call.caller;
    return takeReceipt(call, { platformId, sellerId }, input);
  },
};
