import type { StaffCaller } from '#/api/auth/caller.ts';
import { loadPersonRecord } from '#/api/auth/person-record.ts';
import type { FactorReset as PendingReset } from '#/api/auth/second-factor/factor-resets.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { FactorReset } from '#/api/contract/factor-resets.ts';
import { roles } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { SecondFactorChange } from '#/domain/access/commands.ts';
import { requireMayGrant } from '#/domain/staff/granting.ts';
import { requireUnnamedPerson } from './person-names.ts';
import { isSamePerson, isStillEntitled } from './same-person.ts';
import { loadSellerNames } from './seller-names.ts';
import { loadManagerEmails, loadStaffEmails } from './staff-emails.ts';

type Person = ParsedInputOf<'admin.getSecondFactor'>;

/**
 * Returns the e-mail of a person; undefined for one who has no sign-in.
 * @throws Rejected `resource/not-found`, also for people of other platforms
 */
const emailOf = async (
  { core, sessions }: Services,
  { platformId }: StaffCaller,
  { kind, personId }: Person,
): Promise<string | undefined> => {
  const state = await loadPersonRecord(core, { kind, personId });
  const isOurs =
    state.status !== 'ABSENT' &&
    'platformId' in state.details &&
    state.details.platformId === platformId;
  if (!isOurs) throw new Rejected('resource/not-found');
  return (await sessions.memberships.usersOf(kind, [personId])).get(personId)?.email;
};

const viewsOf = async (
  { core, sessions }: Services,
  { email: callerEmail }: StaffCaller,
  resets: readonly PendingReset[],
): Promise<FactorReset[]> => {
  const idsOf = (kind: Person['kind']) =>
    resets.filter((reset) => reset.kind === kind).map(({ personId }) => personId);
  const askedBy = resets.map((reset) => reset.askedBy);
  const [sellers, members, managers, users] = await Promise.all([
    loadSellerNames(core, idsOf('seller')),
    loadStaffEmails(core, [...idsOf('staff'), ...askedBy]),
    loadManagerEmails(core, idsOf('manager')),
    sessions.memberships.usersOf('staff', askedBy),
  ]);
  const names = { seller: sellers, staff: members, manager: managers };
  return resets.map(({ resetId, kind, personId, reason, askedAt, until, askedBy: asker }) => ({
    resetId,
    kind,
    personId,
    name: names[kind].get(personId) ?? null,
    askedBy: members.get(asker) ?? null,
    isOwn: users.get(asker)?.email === callerEmail,
    reason,
    askedAt,
    until,
  }));
};

/** A request no longer counts once its author has lost the right: two people with the right must agree. */
const mayStillAsk = (
  { core }: Pick<Services, 'core'>,
  { askedBy: staffId, staffRevision }: PendingReset,
): Promise<boolean> =>
  isStillEntitled(core, { staffId, staffRevision }, ['isUserAdvancedOptionsAvailable']);

const findOpen = async (services: Pick<Services, 'core'>, resets: readonly PendingReset[]) => {
  const areOpen = await Promise.all(resets.map((each) => mayStillAsk(services, each)));
  return resets.filter((_, index) => areOpen[index]);
};

/** Returns the platform's resets that staff can still decide, the oldest first. */
export const listOpenResets = async (
  services: Pick<Services, 'core' | 'sessions'>,
  platformId: string,
): Promise<readonly PendingReset[]> =>
  findOpen(services, await services.sessions.resets.ofPlatform(platformId));

/** @throws Rejected `resource/not-found` */
export const getSecondFactor = async (
  services: Services,
  caller: StaffCaller,
  person: Person,
): Promise<OutputOf<'admin.getSecondFactor'>> => {
  const email = await emailOf(services, caller, person);
  if (email === undefined) return { isOn: false, waiting: null };
  const { factors, resets } = services.sessions;
  const pending = await resets.ofUser(email);
  const isOfThisPlatform = pending?.platformId === caller.platformId;
  const open = isOfThisPlatform ? await findOpen(services, [pending]) : [];
  const [waiting = null] = await viewsOf(services, caller, open);
  return { isOn: await factors.isOn(email), waiting };
};

export const listFactorResets = async (services: Services, caller: StaffCaller) =>
  viewsOf(services, caller, await listOpenResets(services, caller.platformId));

/** Checks all records of the user, blocked ones too: a reset outlasts the block. @throws Rejected `factor-reset/…`; Refused */
const requireResettable = async (
  { core, sessions }: Services,
  caller: StaffCaller,
  email: string,
): Promise<void> => {
  if (email === caller.email) throw new Rejected('factor-reset/own');
  for (const { platformId, ...person } of await sessions.memberships.of(email)) {
    const state = await loadPersonRecord(core, person);
    if (platformId !== caller.platformId) throw new Rejected('factor-reset/not-by-staff');
    if (state.status === 'ABSENT' || !('role' in state.details)) continue;
    const { role, permissions } = state.details;
    if (roles[role].flags === 'all') throw new Rejected('factor-reset/not-by-staff');
    requireMayGrant(caller, permissions, []);
  }
};

/**
 * Returns a function that records a change in the trail of each of the user's records. It is called inside a transaction, where a second
 * connection could deadlock, so the records are loaded before.
 */
const prepareTrail = async (
  { sessions, trail }: Services,
  email: string,
  by: { readonly staffId: string; readonly reason: string },
) => {
  const people = await sessions.memberships.of(email);
  return async (change: SecondFactorChange): Promise<void> => {
    const action = { type: 'RecordSecondFactor', change } as const;
    for (const person of people) await trail.recordByStaff(person, action, by);
  };
};

/** @throws Rejected `resource/not-found`, `session/second-factor-off`, `factor-reset/…`; Refused */
export const askFactorReset = async (
  services: Services,
  caller: StaffCaller,
  { reason, ...person }: ParsedInputOf<'admin.askFactorReset'>,
): Promise<void> => {
  const { core, sessions } = services;
  const email = await emailOf(services, caller, person);
  // Does not reveal whether this person has a sign-in.
  if (email === undefined) throw new Rejected('session/second-factor-off');
  await requireUnnamedPerson(services, person, reason);
  await requireResettable(services, caller, email);
  if (!(await sessions.factors.isOn(email))) throw new Rejected('session/second-factor-off');
  const { staffId, staffRevision, platformId } = caller;
  const details = { askedBy: staffId, staffRevision, reason, resetId: core.machine.uuid() };
  const request = { ...person, platformId, ...details };
  const pending = await sessions.resets.ofUser(email);
  if (pending && !(await mayStillAsk(services, pending))) await sessions.resets.cancel(email);
  const writeTrail = await prepareTrail(services, email, { staffId, reason });
  const isRequested = await sessions.resets.ask(email, request, () => writeTrail('RESET_ASKED'));
  if (!isRequested) throw new Rejected('factor-reset/waits');
};

/** @throws Rejected `resource/not-found` */
const findPending = async (
  { sessions }: Services,
  { platformId }: StaffCaller,
  resetId: string,
): Promise<PendingReset> => {
  const pending = await sessions.resets.byId(resetId);
  if (pending?.platformId !== platformId) throw new Rejected('resource/not-found');
  return pending;
};

/** @throws Rejected `resource/not-found`, `factor-reset/…`; Refused `staff/flag-not-held` */
export const confirmFactorReset = async (
  services: Services,
  caller: StaffCaller,
  resetId: string,
): Promise<void> => {
  const pending = await findPending(services, caller, resetId);
  const { email, reason, askedBy } = pending;
  const { resets } = services.sessions;
  const asker = { kind: 'staff', personId: askedBy } as const;
  if (await isSamePerson(services, asker, { kind: 'staff', personId: caller.staffId }))
    throw new Rejected('factor-reset/second-person');
  if (!(await mayStillAsk(services, pending))) {
    // The request must not count again if its author regains the right.
    await resets.cancel(email);
    throw new Rejected('resource/not-found');
  }
  await requireResettable(services, caller, email);
  const writeTrail = await prepareTrail(services, email, { staffId: caller.staffId, reason });
  if (!(await resets.execute(resetId, () => writeTrail('RESET'))))
    throw new Rejected('resource/not-found');
};

/** The requester may refuse too. @throws Rejected `resource/not-found` */
export const refuseFactorReset = async (
  services: Services,
  caller: StaffCaller,
  resetId: string,
): Promise<void> => {
  const { email, reason } = await findPending(services, caller, resetId);
  const writeTrail = await prepareTrail(services, email, { staffId: caller.staffId, reason });
  const isEnded = await services.sessions.resets.refuse(resetId, () => writeTrail('RESET_REFUSED'));
  if (!isEnded) throw new Rejected('resource/not-found');
};
