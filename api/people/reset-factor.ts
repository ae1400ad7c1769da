import type { StaffCaller } from '#/api/auth/caller.ts';
import { loadPersonRecord, openAmong } from '#/api/auth/person-record.ts';
import type { FactorReset as Waiting } from '#/api/auth/second-factor/factor-resets.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { FactorReset } from '#/api/contract/factor-resets.ts';
import { holds, roles } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { SecondFactorChange } from '#/domain/access/commands.ts';
import { streamOf } from '#/domain/ids.ts';
import { requireMayGrant } from '#/domain/staff/granting.ts';
import { staff } from '#/domain/staff/staff.ts';
import { sellerNames } from './seller-names.ts';
import { staffNames } from './staff-names.ts';

type Who = ParsedInputOf<'admin.getSecondFactor'>;

/**
 * Returns the e-mail of a person of the caller's platform; undefined while they have no sign-in. @throws Rejected
 * `resource/not-found`
 */
const emailOf = async (
  { core, sessions }: Services,
  { platformId }: StaffCaller,
  { kind, personId }: Who,
): Promise<string | undefined> => {
  const state = await loadPersonRecord(core, { kind, personId });
  const isOurs =
    state.status !== 'ABSENT' &&
    'platformId' in state.details &&
    state.details.platformId === platformId;
  if (!isOurs) throw new Rejected('resource/not-found');
  return (await sessions.memberships.among(kind, [personId])).get(personId)?.email;
};

/** Returns resets as the caller sees them. */
const viewsOf = async (
  { core, sessions }: Services,
  { email: own }: StaffCaller,
  resets: readonly Waiting[],
): Promise<FactorReset[]> => {
  const idsOf = (kind: Who['kind']) =>
    resets.filter((reset) => reset.kind === kind).map(({ personId }) => personId);
  const askedBy = resets.map((reset) => reset.askedBy);
  const [sellers, members, users] = await Promise.all([
    sellerNames(core, idsOf('seller')),
    staffNames(core, [...idsOf('staff'), ...askedBy]),
    sessions.memberships.among('staff', askedBy),
  ]);
  return resets.map(({ resetId, kind, personId, reason, askedAt, until, askedBy: asker }) => ({
    resetId,
    kind,
    personId,
    name: (kind === 'seller' ? sellers : members).get(personId) ?? null,
    askedBy: members.get(asker) ?? null,
    isOwn: users.get(asker)?.email === own,
    reason,
    askedAt,
    until,
  }));
};

/** @throws Rejected `resource/not-found` */
export const getSecondFactor = async (
  services: Services,
  caller: StaffCaller,
  person: Who,
): Promise<OutputOf<'admin.getSecondFactor'>> => {
  const email = await emailOf(services, caller, person);
  if (email === undefined) return { isOn: false, waiting: null };
  const { factors, resets } = services.sessions;
  const waiting = await resets.ofUser(email);
  const isHere = waiting?.platformId === caller.platformId;
  const [shown = null] = isHere ? await viewsOf(services, caller, [waiting]) : [];
  return { isOn: await factors.isOn(email), waiting: shown };
};

export const listFactorResets = async (services: Services, caller: StaffCaller) =>
  viewsOf(services, caller, await services.sessions.resets.ofPlatform(caller.platformId));

/**
 * Checks that staff of this platform may reset the factor of a user: who is an administrator, or comes in elsewhere too, is not theirs
 * to decide about; nor is a functionary with flags that they lack. @throws Rejected `factor-reset/…`; Refused `staff/flag-not-held`
 */
const requireResettable = async (
  { core, sessions }: Services,
  caller: StaffCaller,
  email: string,
): Promise<void> => {
  if (email === caller.email) throw new Rejected('factor-reset/own');
  for (const { platformId, ...person } of await sessions.memberships.of(email)) {
    const state = await loadPersonRecord(core, person);
    if (platformId !== caller.platformId) throw new Rejected('factor-reset/not-by-staff');
    if (state.status !== 'ACTIVE' || !('role' in state.details)) continue;
    const { role, permissions } = state.details;
    if (roles[role].flags === 'all') throw new Rejected('factor-reset/not-by-staff');
    requireMayGrant(caller, permissions, []);
  }
};

/**
 * Returns what records a change on the trail of everything that a user comes in as; the mails to them follow from it. They are looked
 * up before, as a transaction that asked for a second connection could wait for others that do.
 */
const createRecord = async (
  { core, sessions, trail }: Services,
  email: string,
  by: { readonly staffId: string; readonly reason: string },
) => {
  const people = await openAmong(core, await sessions.memberships.of(email));
  return async (change: SecondFactorChange): Promise<void> => {
    const action = { type: 'RecordSecondFactor', change } as const;
    for (const person of people) await trail.recordByStaff(person, action, by);
  };
};

/** Whether who asked may still ask: a member of staff who was blocked meanwhile is not one of two. */
const mayStillAsk = async ({ core }: Services, { askedBy }: Waiting): Promise<boolean> => {
  const { state } = await core.handler.load(staff, streamOf('staff', askedBy));
  return state.status === 'ACTIVE' && holds(state.details, 'isUserAdvancedOptionsAvailable');
};

/** @throws Rejected `resource/not-found`, `session/second-factor-off`, `factor-reset/…`; Refused `staff/flag-not-held` */
export const askFactorReset = async (
  services: Services,
  caller: StaffCaller,
  { reason, ...who }: ParsedInputOf<'admin.askFactorReset'>,
): Promise<void> => {
  const { core, sessions } = services;
  const email = await emailOf(services, caller, who);
  if (email === undefined) throw new Rejected('session/second-factor-off');
  await requireResettable(services, caller, email);
  if (!(await sessions.factors.isOn(email))) throw new Rejected('session/second-factor-off');
  const { staffId, platformId } = caller;
  const asked = { ...who, platformId, askedBy: staffId, reason, resetId: core.machine.uuid() };
  const before = await sessions.resets.ofUser(email);
  if (before && !(await mayStillAsk(services, before))) await sessions.resets.cancel(email);
  const record = await createRecord(services, email, { staffId, reason });
  const isAsked = await sessions.resets.ask(email, asked, () => record('RESET_ASKED'));
  if (!isAsked) throw new Rejected('factor-reset/waits');
};

/** Returns a reset that waits on the caller's platform. @throws Rejected `resource/not-found` */
const findWaiting = async (
  { sessions }: Services,
  { platformId }: StaffCaller,
  resetId: string,
): Promise<Waiting> => {
  const waiting = await sessions.resets.byId(resetId);
  if (waiting?.platformId !== platformId) throw new Rejected('resource/not-found');
  return waiting;
};

/**
 * Switches a factor off, as another member of staff asked. @throws Rejected `resource/not-found`, `factor-reset/…`; Refused
 * `staff/flag-not-held`
 */
export const confirmFactorReset = async (
  services: Services,
  caller: StaffCaller,
  resetId: string,
): Promise<void> => {
  const waiting = await findWaiting(services, caller, resetId);
  const { email, reason, askedBy } = waiting;
  const { resets, memberships } = services.sessions;
  const asker = (await memberships.among('staff', [askedBy])).get(askedBy);
  if (askedBy === caller.staffId || asker?.email === caller.email)
    throw new Rejected('factor-reset/second-person');
  if (!(await mayStillAsk(services, waiting))) {
    // For good: it must not come back to life with the asker's right.
    await resets.cancel(email);
    throw new Rejected('resource/not-found');
  }
  await requireResettable(services, caller, email);
  const record = await createRecord(services, email, { staffId: caller.staffId, reason });
  if (!(await resets.carryOut(resetId, () => record('RESET'))))
    throw new Rejected('resource/not-found');
};

/** Ends a request, one's own too. @throws Rejected `resource/not-found` */
export const refuseFactorReset = async (
  services: Services,
  caller: StaffCaller,
  resetId: string,
): Promise<void> => {
  const { email, reason } = await findWaiting(services, caller, resetId);
  const record = await createRecord(services, email, { staffId: caller.staffId, reason });
  const isEnded = await services.sessions.resets.refuse(resetId, () => record('RESET_REFUSED'));
  if (!isEnded) throw new Rejected('resource/not-found');
};
