import type { Services } from '#/api/composition/api-services.ts';
import { roles } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { administrators, type AdministratorCommand } from '#/domain/staff/administrators.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { administratorsOf } from '#/projections/staff.ts';

/** A change of an administrator, made from this revision of their record. */
interface Change {
  readonly staffId: string;
  readonly basedOn: number;
}

/** @throws Rejected `resource/not-found` also for functionaries, whom their platform's staff change */
export const loadAdministrator = async ({ core }: Pick<Services, 'core'>, staffId: string) => {
  const recorded = await core.handler.load(staff, streamOf('staff', staffId));
  const { state } = recorded;
  if (state.status === 'ABSENT' || roles[state.details.role].flags !== 'all')
    throw new Rejected('resource/not-found');
  return { recorded, state };
};

/** Checked before anything is written of a request. @throws Rejected `resource/not-found` */
export const requireAdministrator = async (
  services: Pick<Services, 'core'>,
  staffId: string,
): Promise<void> => void (await loadAdministrator(services, staffId));

/** Decides on the platform's stream of administrators. @throws Refused `staff/last-administrator` */
const decide = async (
  { core }: Pick<Services, 'core'>,
  command: AdministratorCommand,
  by: KeyedContext,
): Promise<void> => {
  const { type, platformId } = command;
  const commandId = derivedId('administrators', type, by.commandId);
  const context = { ...by, commandId, correlation: platformId };
  await core.handler.handle(
    administrators,
    streamOf('administrators', platformId),
    command,
    context,
  );
};

/** Writes an administrator's record. @returns position @throws Refused `record/changed-meanwhile` */
const put = async (
  { core: { handler, now } }: Pick<Services, 'core'>,
  { staffId, basedOn }: Change,
  change:
    | { readonly type: 'Revise'; readonly details: StaffDetails }
    | { readonly type: 'Archive' },
  by: KeyedContext,
): Promise<string> => {
  const command = { ...change, basedOn, now: now() };
  const context = { ...by, correlation: staffId };
  return writtenAt(await handler.handle(staff, streamOf('staff', staffId), command, context));
};

/** Returns which administrators of a platform have come in, of those who are not blocked. */
const whoCameIn = async (services: Services, platformId: string): Promise<readonly string[]> => {
  const all = await readCurrent(services, ['staff'], (database) =>
    administratorsOf(database, platformId),
  );
  const users = await services.sessions.memberships.among('staff', all);
  return all.filter((id) => users.has(id));
};

/**
 * Lets an administrator in no more, by an invitation neither, and ends their sessions. It is decided on the platform's stream first: of
 * two who are the last and are blocked at the same moment one stays. @returns position
 * @throws Refused `staff/last-administrator`, `record/…`; Rejected
 */
export const blockAdministrator = async (
  services: Services,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { core, sessions } = services;
  const { staffId, basedOn } = change;
  const end = async (): Promise<void> => {
    await sessions.invitations.cancel(staffId);
    await sessions.memberships.endAccess({ kind: 'staff', personId: staffId });
  };
  const { recorded, state } = await loadAdministrator(services, staffId);
  if (isDone(recorded, by)) {
    // The first attempt may have ended before; what was made once they were let in again stays.
    if (state.status === 'ARCHIVED') await end();
    return writtenAt(recorded);
  }
  const { revision, changedAt, details } = state;
  if (revision !== basedOn) throw new Refused('record/changed-meanwhile', { revision, changedAt });
  const { platformId } = details;
  const about = { platformId, staffId, now: core.now() };
  const came = await whoCameIn(services, platformId);
  const isIn = came.includes(staffId);
  const others = came.filter((id) => id !== staffId);
  await decide(services, { ...about, type: 'Block', isIn, others }, by);
  const position = await put(services, change, { type: 'Archive' }, by).catch(
    async (error: unknown) => {
      // The record changed at the same moment, and was not blocked: they count as an administrator again.
      if (error instanceof Refused) await decide(services, { ...about, type: 'Restore' }, by);
      throw error;
    },
  );
  await end();
  return position;
};

/** Lets a blocked administrator in again. @returns position @throws Refused `record/…`; Rejected */
export const restoreAdministrator = async (
  services: Services,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { staffId } = change;
  const { recorded, state } = await loadAdministrator(services, staffId);
  const isLeft = isDone(recorded, by) || state.status === 'ACTIVE';
  const { details } = state;
  const position = isLeft
    ? writtenAt(recorded)
    : await put(services, change, { type: 'Revise', details }, by);
  // Also of one that was cut short before: until this is on record, they do not count as another administrator.
  if (!isDone(recorded, by) || state.status === 'ACTIVE') {
    const { platformId } = details;
    const now = services.core.now();
    await decide(services, { type: 'Restore', platformId, staffId, now }, by);
  }
  return position;
};
