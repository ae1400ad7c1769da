import { loadBuyerForRequest } from '#/api/privacy/buyer-of-payment.ts';
import { requestErasure } from '#/api/privacy/erase-subject.ts';
import { exportSubject } from '#/api/privacy/export-subject.ts';
import { getSubject } from '#/api/privacy/get-subject.ts';
import { allRecordsOf } from '#/api/privacy/holds.ts';
import { subjectView } from '#/api/privacy/subject-view.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';

type PrivacyProcedures = Pick<
  ProceduresOf<'admin'>,
  'admin.getSubject' | 'admin.exportSubject' | 'admin.requestErasure'
>;

export const privacyProcedures: PrivacyProcedures = {
  'admin.getSubject': (input, { caller, services }) => getSubject(services, caller, input),

  'admin.exportSubject': async ({ paymentId, reason }, call) => {
    const { caller, services } = call;
    const person = await loadBuyerForRequest(services.core, caller, { paymentId, reason });
    await services.trail.take(call, 'SUBJECT_EXPORT', paymentId);
    const records = await allRecordsOf(services, person.subject);
    return exportSubject(services, person, records, { actor: caller.actor, reason });
  },

  'admin.requestErasure': async ({ paymentId, reason }, call) => {
    const { caller, once, services } = call;
    const person = await loadBuyerForRequest(services.core, caller, { paymentId, reason });
    const { state, position } = await once((keyed) =>
      requestErasure(services, person, { ...keyed, reason }),
    );
    const { subject } = person;
    return { subject, ...subjectView(state, state.holds), position: position ?? '' };
  },
};
