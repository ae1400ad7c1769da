import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listRefunds } from '#/api/payments/refunds/list-refunds.ts';
import { requestRefund } from '#/api/payments/refunds/request-refund.ts';

type RefundProcedures = Pick<ProceduresOf<'seller'>, 'seller.requestRefund' | 'seller.listRefunds'>;

export const refundProcedures: RefundProcedures = {
  'seller.requestRefund': (input, { caller, once, requireStepUp, services: { core } }) =>
    requestRefund(input, { caller, once, core, requireStepUp, mayOverdraw: false }),

  'seller.listRefunds': (input, { caller, services }) => listRefunds(services, caller, input),
};
