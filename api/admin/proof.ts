import type { ProceduresOf } from '#/api/http/procedure.ts';
import { ownPayment } from '#/api/payments/own-payment.ts';
import { paymentProof } from '#/api/payments/payment-proof.ts';

type ProofProcedures = Pick<ProceduresOf<'admin'>, 'admin.getPaymentProof'>;

export const proofProcedures: ProofProcedures = {
  'admin.getPaymentProof': async ({ paymentId, after }, { caller, services }) => {
    const state = await ownPayment(services.core, caller, paymentId);
    return paymentProof(services, paymentId, state, after);
  },
};
