import type { AuditedEvent } from '#/api/contract/admin.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { ownPayment } from '#/api/payments/own-payment.ts';
import { postingsOf } from '#/domain/postings.ts';
import { contentHash } from '#/ledger/audit/hash.ts';
import { decode } from '#/ledger/codec.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { paymentEvents } from '#/api/payments/payment-events.ts';
import { replayPayment } from '#/api/payments/replay-payment.ts';

type AuditProcedures = Pick<ProceduresOf<'admin'>, 'admin.getPaymentAudit' | 'admin.replayPayment'>;

/** Returns an event's data byte for byte as recorded, even if the program would write it differently today. */
const auditedEvent = (recorded: Recorded): AuditedEvent => {
  const event = decode(recorded);
  const { id, stream, revision, position, recordedAt, hash = null } = recorded;
  const { v, actor, causation, reason = null, hash: written } = event.meta;
  return {
    id,
    stream,
    revision,
    position,
    type: event.type,
    version: v,
    recordedAt,
    actor,
    causation,
    reason,
    contentHash: written,
    intact: contentHash({ id, stream, type: recorded.type, v, data: recorded.data }) === written,
    chainHash: hash,
    data: JSON.parse(recorded.data),
    postings: postingsOf(event).map((posting) => ({ ...posting })),
  };
};

export const auditProcedures: AuditProcedures = {
  'admin.getPaymentAudit': async ({ paymentId, after }, call) => {
    const { caller, services } = call;
    const state = await ownPayment(services.core, caller, paymentId);
    services.trail.look(call, 'SALE_AUDIT', paymentId);
    const { events, position } = await paymentEvents(services, paymentId, state, after);
    return { events: events.map(auditedEvent), position };
  },

  'admin.replayPayment': async ({ paymentId, after }, call) => {
    const { caller, services } = call;
    await ownPayment(services.core, caller, paymentId);
    services.trail.look(call, 'SALE_REPLAY', paymentId);
    return replayPayment(services, paymentId, after);
  },
};
