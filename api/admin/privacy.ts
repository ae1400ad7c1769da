import type { StaffCaller } from '#/api/auth/caller.ts';
import type { SubjectState } from '#/api/contract/privacy.ts';
import type { Core } from '#/api/composition/core.ts';
import { requestErasure } from '#/api/privacy/erase-subject.ts';
import { exportSubject } from '#/api/privacy/export-subject.ts';
import { allRecordsOf, holdsOf } from '#/api/privacy/holds.ts';
import { requireNoPersonalData } from '#/api/privacy/no-personal-data.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { ownPayment } from '#/api/payments/own-payment.ts';
import { streamOf } from '#/domain/ids.ts';
import { retentionClasses } from '#/domain/encrypted.ts';
import type { Holds } from '#/domain/subject/commands.ts';
import { subject as subjectDecider, type Subject } from '#/domain/subject/decider.ts';

type PrivacyProcedures = Pick<
  ProceduresOf<'admin'>,
  'admin.getSubject' | 'admin.exportSubject' | 'admin.requestErasure'
>;

const buyerOf = async (core: Core, caller: StaffCaller, paymentId: string) => {
  const { requested } = await ownPayment(core, caller, paymentId);
  const { platformId } = caller;
  return { requested, person: { subject: requested.buyer.identity.subject, platformId } };
};

const viewOf = (
  { requestedAt, erased }: Subject,
  holds: Holds,
): Pick<SubjectState, 'requestedAt' | 'classes'> => ({
  requestedAt,
  classes: retentionClasses.map((each) => {
    if (erased.includes(each)) return { class: each, state: 'ERASED', causes: [], until: null };
    const { causes = [], until = null } = holds[each] ?? {};
    return { class: each, state: holds[each] ? 'HELD' : 'FREE', causes: [...causes], until };
  }),
});

export const privacyProcedures: PrivacyProcedures = {
  'admin.getSubject': async ({ paymentId, after }, { caller, services }) => {
    const { core } = services;
    const { person } = await buyerOf(core, caller, paymentId);
    const { subject } = person;
    const [{ state, position }, holds] = await Promise.all([
      core.handler.load(subjectDecider, streamOf('subject', subject)),
      holdsOf(services, subject),
    ]);
    return { subject, ...viewOf(state, holds), position: position ?? after ?? '' };
  },

  'admin.exportSubject': async ({ paymentId, reason }, call) => {
    const { caller, services } = call;
    const { requested, person } = await buyerOf(services.core, caller, paymentId);
    await requireNoPersonalData(services.core, requested, reason);
    await services.trail.take(call, 'SUBJECT_EXPORT', paymentId);
    const records = await allRecordsOf(services, person.subject);
    return exportSubject(services, person, records, { actor: caller.actor, reason });
  },

  'admin.requestErasure': async ({ paymentId, reason }, call) => {
    const { caller, once, services } = call;
    const { core } = services;
    const { requested, person } = await buyerOf(core, caller, paymentId);
    await requireNoPersonalData(core, requested, reason);
    const { state, position } = await once((keyed) =>
      requestErasure(services, person, { ...keyed, reason }),
    );
    const { subject } = person;
    return { subject, ...viewOf(state, state.holds), position: position ?? '' };
  },
};
