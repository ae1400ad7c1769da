import type { ProceduresOf } from '#/api/http/procedure.ts';
import { requireOwnPayment } from '#/api/payments/require-own-payment.ts';
import { provePayment } from '#/api/payments/payment-proof.ts';

type ProofProcedures = Pick<ProceduresOf<'admin'>, 'admin.getPaymentProof'>;

export const proofProcedures: ProofProcedures = {
  'admin.getPaymentProof': async ({ paymentId, after }, { caller, services }) => {
    const state = await requireOwnPayment(services.core, caller, paymentId);
    return provePayment(services, paymentId, state, after);
  },
};
