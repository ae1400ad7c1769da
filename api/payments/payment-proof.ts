import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { proveEvents } from '#/ledger/audit/proof.ts';
import { loadPaymentEvents } from './payment-events.ts';

/** Proves the payment's events. `whole` names the streams of which all events are included. */
export const provePayment = async (
  services: Services,
  paymentId: string,
  state: RequestedPayment,
  after: string | undefined,
): Promise<OutputOf<'admin.getPaymentProof'>> => {
  const { events: recorded } = await loadPaymentEvents(services, paymentId, state, after);
  const { events, seals, rotations } = await proveEvents(services.seals, recorded);
  const refunds = Object.keys(state.refunds).map((refundId) => streamOf('refund', refundId));
  const provedStreams = new Set(events.map(({ stream }) => stream));
  return {
    whole: [streamOf('payment', paymentId), ...refunds].filter((stream) =>
      provedStreams.has(stream),
    ),
    events: events.map(({ seal, ...event }) => ({
      ...event,
      seal: seal && { ...seal, path: [...seal.path] },
    })),
    seals: [...seals],
    rotations: [...rotations],
  };
};
