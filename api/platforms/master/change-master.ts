import type { MasterCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/ids.ts';
import { master, type MasterDetails } from '#/domain/master/master.ts';
import { masters, type MasterAccessCommand } from '#/domain/master/masters.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';

/** A change of a master, made from this revision of their record. */
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

/** Checked before anything is written of a request. @throws Rejected `resource/not-found` */
export const requireKnownMaster = async (
  services: Pick<Services, 'core'>,
  masterId: string,
): Promise<void> => void (await loadMaster(services, masterId));

/** Decides on the stream of all masters. @throws Refused `master/last` */
const decide = async (
  { core }: Pick<Services, 'core'>,
  command: MasterAccessCommand,
  by: KeyedContext,
): Promise<void> => {
  const commandId = derivedId('masters', command.type, by.commandId);
  const context = { ...by, commandId, correlation: command.masterId };
  await core.handler.handle(masters, streamOf('masters', INSTALLATION_ID), command, context);
};

/** Writes a master's record. @returns position @throws Refused `record/changed-meanwhile` */
const put = async (
  { core: { handler, now } }: Pick<Services, 'core'>,
  { masterId, basedOn }: Change,
  change:
    | { readonly type: 'Revise'; readonly details: MasterDetails }
    | { readonly type: 'Archive' },
  by: KeyedContext,
): Promise<string> => {
  const command = { ...change, basedOn, now: now() };
  const context = { ...by, correlation: masterId };
  return writtenAt(await handler.handle(master, streamOf('master', masterId), command, context));
};

/** A person may be a master more than once: it is the same person all the same. @throws Refused `master/oneself` */
const requireAnother = async (
  { sessions }: Pick<Services, 'sessions'>,
  { masterId: own, email }: MasterCaller,
  masterId: string,
): Promise<void> => {
  const user = (await sessions.memberships.among('master', [masterId])).get(masterId);
  if (masterId === own || user?.email === email) throw new Refused('master/oneself');
};

/**
 * Lets a master in no more, and ends their sessions and links. It is decided on the stream of all masters first: of two who block each
 * other at the same moment one stays. What they invited is used no more while they are blocked. @returns position
 * @throws Refused `master/last`, `master/oneself`, `record/…`; Rejected
 */
export const blockMaster = async (
  services: Services,
  change: Change,
  { caller, by }: { readonly caller: MasterCaller; readonly by: KeyedContext },
): Promise<string> => {
  const { core, sessions } = services;
  const { masterId, basedOn } = change;
  const end = () => sessions.memberships.endAccess({ kind: 'master', personId: masterId });
  const { recorded, state } = await loadMaster(services, masterId);
  if (isDone(recorded, by)) {
    // The first attempt may have ended before; what was made once they were let in again stays.
    if (state.status === 'ARCHIVED') await end();
    return writtenAt(recorded);
  }
  await requireAnother(services, caller, masterId);
  const { revision, changedAt } = state;
  if (revision !== basedOn) throw new Refused('record/changed-meanwhile', { revision, changedAt });
  const about = { masterId, now: core.now() };
  const came = await sessions.memberships.masters();
  const others = came.map(({ personId }) => personId).filter((id) => id !== masterId);
  await decide(services, { ...about, type: 'Block', others }, by);
  const position = await put(services, change, { type: 'Archive' }, by).catch(
    async (error: unknown) => {
      // The record changed at the same moment, and was not blocked: they count as a master again.
      if (error instanceof Refused) await decide(services, { ...about, type: 'Restore' }, by);
      throw error;
    },
  );
  await end();
  return position;
};

/** Lets a blocked master in again. @returns position @throws Refused `record/…`; Rejected */
export const restoreMaster = async (
  services: Services,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { masterId } = change;
  const { recorded, state } = await loadMaster(services, masterId);
  const isLeft = isDone(recorded, by) || state.status === 'ACTIVE';
  const { details } = state;
  const position = isLeft
    ? writtenAt(recorded)
    : await put(services, change, { type: 'Revise', details }, by);
  // Also of one that was cut short before: until this is on record, they do not count as another master.
  if (!isDone(recorded, by) || state.status === 'ACTIVE')
    await decide(services, { type: 'Restore', masterId, now: services.core.now() }, by);
  return position;
};
