import type { StaffCaller } from '#/api/auth/caller.ts';
import type { SubjectState } from '#/api/contract/privacy.ts';
import type { Core } from '#/api/core.ts';
import { requestErasure } from '#/api/privacy/erase-subject.ts';
import { exportSubject } from '#/api/privacy/export-subject.ts';
import { holdsOf } from '#/api/privacy/holds.ts';
import type { ProceduresOf } from '#/api/procedure.ts';
import { ownPayment } from '#/api/seller/request-refund.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import type { RequestedPayment } from '#/domain/payment/decider.ts';
import { retentionClasses, type Contact, type Identity } from '#/domain/sealed.ts';
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

const shown = (
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

/** Letters and digits, so that accents and masks hide nothing. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9@]/g, '');

const SHORTEST_NAME = 3;

/** The reason is for ever, so it must not say who. @throws Refused `subject/named-in-reason` */
const requireNameless = async (
  { vault }: Core,
  { buyer }: RequestedPayment['requested'],
  reason: string,
): Promise<void> => {
  const [identity, contact] = await Promise.all([
    vault.open<Identity>(buyer.identity),
    vault.open<Contact>(buyer.contact),
  ]);
  const whole = [identity?.document, contact?.email, contact?.phone].flatMap((each) => each ?? []);
  if (whole.some((each) => plain(reason).includes(plain(each)))) {
    throw new Refused('subject/named-in-reason');
  }
  const names = new Set((identity?.name ?? '').split(/\s+/).map(plain));
  const words = reason.split(/[^\p{L}\p{N}]+/u).map(plain);
  if (words.some((word) => word.length >= SHORTEST_NAME && names.has(word))) {
    throw new Refused('subject/named-in-reason');
  }
};

export const privacyProcedures: PrivacyProcedures = {
  'admin.getSubject': async ({ paymentId, after }, { caller, parts }) => {
    const { core } = parts;
    const { person } = await buyerOf(core, caller, paymentId);
    const { subject } = person;
    const [{ state, position }, holds] = await Promise.all([
      core.handler.load(subjectDecider, streamOf('subject', subject)),
      holdsOf(parts, subject),
    ]);
    return { subject, ...shown(state, holds), position: position ?? after ?? '' };
  },

  'admin.exportSubject': async ({ paymentId, reason }, { caller, parts }) => {
    const { requested, person } = await buyerOf(parts.core, caller, paymentId);
    await requireNameless(parts.core, requested, reason);
    return exportSubject(parts, person, { actor: caller.actor, reason });
  },

  'admin.requestErasure': async ({ paymentId, reason }, call) => {
    const { caller, idempotencyKey: key, body, parts } = call;
    const { core } = parts;
    const { actor, platformId: platform } = caller;
    const { requested, person } = await buyerOf(core, caller, paymentId);
    await requireNameless(core, requested, reason);
    const wish = { key, procedure: 'admin.requestErasure', platform, actor, body, now: core.now() };
    const { state, position } = await core.idempotent(wish, (keyed) =>
      requestErasure(parts, person, { ...keyed, reason }),
    );
    const { subject } = person;
    return { subject, ...shown(state, state.holds), position: position ?? '' };
  },
};
