import type { ProceduresOf } from '#/api/procedure.ts';
import { ownPayment } from '#/api/seller/request-refund.ts';
import { streamOf } from '#/domain/ids.ts';
import { proveStream } from '#/ledger/audit/proof.ts';

type ProofProcedures = Pick<ProceduresOf<'admin'>, 'admin.getPaymentProof'>;

export const proofProcedures: ProofProcedures = {
  'admin.getPaymentProof': async ({ paymentId }, { caller, parts }) => {
    await ownPayment(parts.core, caller, paymentId);
    const stream = streamOf('payment', paymentId);
    const { events, seals, rotations } = await proveStream(parts.core.store, parts.seals, stream);
    return {
      stream,
      events: events.map(({ seal, ...event }) => ({
        ...event,
        seal: seal && { ...seal, path: [...seal.path] },
      })),
      seals: [...seals],
      rotations: [...rotations],
    };
  },
};
