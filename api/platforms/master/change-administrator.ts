import type { Services } from '#/api/composition/api-services.ts';
import { roles } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { administrators, type AdministratorCommand } from '#/domain/staff/administrators.ts';
import { staff, type StaffDetails } from '#/domain/staff/staff.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { administratorsOf } from '#/projections/staff.ts';
import { blockMember, restoreMember, type RecordChange } from './block-member.ts';

/** The administrator to change, and the revision that the caller saw: if the record has a later one, the change is refused. */
interface Change {
  readonly staffId: string;
  readonly basedOn: number;
}

/** @throws Rejected `resource/not-found`, also for functionaries */
export const loadAdministrator = async ({ core }: Pick<Services, 'core'>, staffId: string) => {
  const recorded = await core.handler.load(staff, streamOf('staff', staffId));
  const { state } = recorded;
  if (state.status === 'ABSENT' || roles[state.details.role].flags !== 'all')
    throw new Rejected('resource/not-found');
  return { recorded, state };
};

/** Refuses an unknown administrator. Called before a request writes anything. @throws Rejected `resource/not-found` */
export const requireAdministrator = async (
  services: Pick<Services, 'core'>,
  staffId: string,
): Promise<void> => void (await loadAdministrator(services, staffId));

/** Records the decision in the platform's stream of administrators. @throws Refused `staff/last-administrator` */
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

/** Returns administrators who accepted their invitation and are not blocked. */
const listWhoCameIn = async (
  services: Services,
  platformId: string,
): Promise<readonly string[]> => {
  const all = await readCurrent(services, ['staff'], (database) =>
    administratorsOf(database, platformId),
  );
  const users = await services.sessions.memberships.whoAccepted('staff', all);
  return all.filter((id) => users.has(id));
};

/** @throws Rejected `resource/not-found` */
const loadAsMember = async (services: Services, { staffId, basedOn }: Change, by: KeyedContext) => {
  const { handler, now } = services.core;
  const loaded = await loadAdministrator(services, staffId);
  const { platformId } = loaded.state.details;
  const about = { platformId, staffId };
  return {
    ...loaded,
    leave: async () => {
      const came = await listWhoCameIn(services, platformId);
      const others = came.filter((id) => id !== staffId);
      const isIn = came.includes(staffId);
      await decide(services, { ...about, type: 'Block', isIn, others, now: now() }, by);
    },
    rejoin: () => decide(services, { ...about, type: 'Restore', now: now() }, by),
    endAccess: async () => {
      await services.sessions.invitations.cancel(staffId);
      await services.sessions.memberships.endAccess({ kind: 'staff', personId: staffId });
    },
    put: async (change: RecordChange<StaffDetails>) => {
      const command = { ...change, basedOn, now: now() };
      const context = { ...by, correlation: staffId };
      return writtenAt(await handler.handle(staff, streamOf('staff', staffId), command, context));
    },
  };
};

/** Blocks an administrator, and ends their sessions and open invitation. @returns position @throws Refused, Rejected */
export const blockAdministrator = async (
  services: Services,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { basedOn } = change;
  return blockMember(await loadAsMember(services, change, by), { basedOn, by });
};

/** @returns position @throws Refused `record/…`; Rejected `resource/not-found` */
export const restoreAdministrator = async (
  services: Services,
  change: Change,
  by: KeyedContext,
): Promise<string> => restoreMember(await loadAsMember(services, change, by), by);
