import type { ProceduresOf } from '#/api/http/procedure.ts';
import { ownPayment } from '#/api/payments/own-payment.ts';
import { streamOf } from '#/domain/ids.ts';
import { proveEvents } from '#/ledger/audit/proof.ts';
import { paymentEvents } from '#/api/payments/payment-events.ts';

type ProofProcedures = Pick<ProceduresOf<'admin'>, 'admin.getPaymentProof'>;

export const proofProcedures: ProofProcedures = {
  'admin.getPaymentProof': async ({ paymentId, after }, { caller, services }) => {
    const state = await ownPayment(services.core, caller, paymentId);
    const { events: recorded } = await paymentEvents(services, paymentId, state, after);
    const { events, seals, rotations } = await proveEvents(services.seals, recorded);
    const refunds = Object.keys(state.refunds).map((refundId) => streamOf('refund', refundId));
    const known = new Set(events.map(({ stream }) => stream));
    return {
      whole: [streamOf('payment', paymentId), ...refunds].filter((stream) => known.has(stream)),
      events: events.map(({ seal, ...event }) => ({
        ...event,
        seal: seal && { ...seal, path: [...seal.path] },
      })),
      seals: [...seals],
      rotations: [...rotations],
    };
  },
};
