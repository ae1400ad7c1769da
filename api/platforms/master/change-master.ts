import type { MasterCaller } from '#/api/auth/caller.ts';
import { endMasterLinks } from '#/api/auth/links/invitations.ts';
import { listActiveMasters } from '#/api/auth/person-record.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { isSamePerson } from '#/api/people/same-person.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { master, type MasterDetails } from '#/domain/master/master.ts';
import { masters, type MasterAccessCommand } from '#/domain/master/masters.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { blockMember, restoreMember, type RecordChange } from './block-member.ts';

/** The master to change, and the revision that the caller saw: if the record has a later one, the change is refused. */
interface Change {
  readonly masterId: string;
  readonly basedOn: number;
}

/** @throws Rejected `resource/not-found` */
const loadMaster = async ({ core }: Pick<Services, 'core'>, masterId: string) => {
  const recorded = await core.handler.load(master, streamOf('master', masterId));
  const { state } = recorded;
  if (state.status === 'ABSENT') throw new Rejected('resource/not-found');
  return { recorded, state };
};

/** Refuses an unknown master. Called before a request writes anything. @throws Rejected `resource/not-found` */
export const requireKnownMaster = async (
  services: Pick<Services, 'core'>,
  masterId: string,
): Promise<void> => void (await loadMaster(services, masterId));

/** Records the decision in the stream of all masters. @throws Refused `master/last`, `master/blocked` */
const decide = async (
  { core }: Pick<Services, 'core'>,
  command: MasterAccessCommand,
  by: KeyedContext,
): Promise<void> => {
  const commandId = derivedId('masters', command.type, by.commandId);
  const context = { ...by, commandId, correlation: command.masterId };
  await core.handler.handle(masters, streamOf('masters', INSTALLATION_ID), command, context);
};

/** Refuses if both records belong to one person, who may have several. @throws Refused `master/oneself` */
const requireAnother = async (
  services: Pick<Services, 'sessions'>,
  { masterId: callerId }: MasterCaller,
  masterId: string,
): Promise<void> => {
  const caller = { kind: 'master', personId: callerId } as const;
  if (await isSamePerson(services, caller, { kind: 'master', personId: masterId }))
    throw new Refused('master/oneself');
};

/** @throws Rejected `resource/not-found` */
const loadAsMember = async (
  services: Services,
  { masterId, basedOn }: Change,
  by: KeyedContext,
) => {
  const { handler, now } = services.core;
  const loaded = await loadMaster(services, masterId);
  return {
    ...loaded,
    leaveBy: async ({ masterId: callerId }: MasterCaller) => {
      const active = await listActiveMasters(services.core, services.sessions.memberships);
      const others = active.filter((id) => id !== masterId);
      await decide(services, { type: 'Block', masterId, by: callerId, others, now: now() }, by);
    },
    rejoin: () => decide(services, { type: 'Restore', masterId, now: now() }, by),
    endAccess: async () => {
      await services.sessions.memberships.endAccess({ kind: 'master', personId: masterId });
      await endMasterLinks(services.database, masterId);
    },
    rejoinBy: ({ masterId: callerId }: MasterCaller) =>
      decide(services, { type: 'Restore', masterId, by: callerId, now: now() }, by),
    put: async (change: RecordChange<MasterDetails>) => {
      const command = { ...change, basedOn, now: now() };
      const context = { ...by, correlation: masterId };
      return writtenAt(
        await handler.handle(master, streamOf('master', masterId), command, context),
      );
    },
  };
};

/** Blocks a master, and ends their sessions, recovery links and invitations. @returns position @throws Refused, Rejected */
export const blockMaster = async (
  services: Services,
  change: Change,
  { caller, by }: { readonly caller: MasterCaller; readonly by: KeyedContext },
): Promise<string> => {
  const { masterId, basedOn } = change;
  const { leaveBy, ...member } = await loadAsMember(services, change, by);
  const leave = async () => {
    await requireAnother(services, caller, masterId);
    await leaveBy(caller);
  };
  return blockMember({ ...member, leave }, { basedOn, by });
};

/** @returns position @throws Refused `master/blocked`, `record/…`; Rejected `resource/not-found` */
export const restoreMaster = async (
  services: Services,
  change: Change,
  { caller, by }: { readonly caller: MasterCaller; readonly by: KeyedContext },
): Promise<string> => {
  const { rejoinBy, ...member } = await loadAsMember(services, change, by);
  // The group decides first: a master who is being blocked must let no one in.
  if (!isDone(member.recorded, by)) await rejoinBy(caller);
  return restoreMember(member, by);
};
