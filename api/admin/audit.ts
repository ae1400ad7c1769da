import type { ProceduresOf } from '#/api/http/procedure.ts';
import { requireOwnPayment } from '#/api/payments/require-own-payment.ts';
import { toAuditedEvent } from '#/api/payments/audited-event.ts';
import { loadPaymentEvents } from '#/api/payments/payment-events.ts';
import { replayPayment } from '#/api/payments/replay-payment.ts';

type AuditProcedures = Pick<ProceduresOf<'admin'>, 'admin.getPaymentAudit' | 'admin.replayPayment'>;

export const auditProcedures: AuditProcedures = {
  'admin.getPaymentAudit': async ({ paymentId, after }, call) => {
    const { caller, services } = call;
    const state = await requireOwnPayment(services.core, caller, paymentId);
    services.trail.look(call, 'SALE_AUDIT', paymentId);
    const { events, position } = await loadPaymentEvents(services, paymentId, state, after);
    return { events: events.map(toAuditedEvent), position };
  },

  'admin.replayPayment': async ({ paymentId, after }, call) => {
    const { caller, services } = call;
    await requireOwnPayment(services.core, caller, paymentId);
    services.trail.look(call, 'SALE_REPLAY', paymentId);
    return replayPayment(services, paymentId, after);
  },
};
