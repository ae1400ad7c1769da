import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { subject as subjectDecider } from '#/domain/subject/decider.ts';
import { buyerOf } from './buyer-of-payment.ts';
import { holdsOf } from './holds.ts';
import { subjectView } from './subject-view.ts';

/** @throws as `requireOwnPayment` */
export const getSubject = async (
  services: Services,
  caller: StaffCaller,
  { paymentId, after }: ParsedInputOf<'admin.getSubject'>,
): Promise<OutputOf<'admin.getSubject'>> => {
  const { core } = services;
  const { person } = await buyerOf(core, caller, paymentId);
  const { subject } = person;
  const [{ state, position }, holds] = await Promise.all([
    core.handler.load(subjectDecider, streamOf('subject', subject)),
    holdsOf(services, subject),
  ]);
  return { subject, ...subjectView(state, holds), position: position ?? after ?? '' };
};
