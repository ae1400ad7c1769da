import type { Services } from '#/api/composition/api-services.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { openingTerms } from '#/domain/platform/opening-terms.ts';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import { detailsToChange, type RecordCommand } from '#/domain/aggregates/record.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';

type Writing = Pick<Services['core'], 'handler' | 'now'>;

/** The platform to change, and the revision that the caller saw: if the record has a later one, the change is refused. */
interface Change {
  readonly platformId: string;
  readonly basedOn: number;
}

/** @returns position @throws Refused `platform/id-taken`, `record/unreadable-name` */
export const createPlatform = async (
  { handler, now }: Writing,
  { platformId, name }: ParsedInputOf<'master.createPlatform'>,
  by: KeyedContext,
): Promise<string> => {
  if (platformId === INSTALLATION_ID) throw new Refused('platform/id-taken');
  const stream = streamOf('platform', platformId);
  const recorded = await handler.load(platform, stream);
  if (isDone(recorded, by)) return writtenAt(recorded);
  if (recorded.state.status !== 'ABSENT') throw new Refused('platform/id-taken');
  // Money is simulated until a master puts the platform in production.
  const details = { ...openingTerms(name), setup: { isInProduction: false } };
  const command = { type: 'Create', details, now: now() } as const;
  const context = { ...by, correlation: platformId };
  const done = await handler.handle(platform, stream, command, context).catch((error: unknown) => {
    const isTaken = error instanceof Refused && error.code === 'record/already-exists';
    throw isTaken ? new Refused('platform/id-taken') : error;
  });
  // No events = an equal platform existed already, made by this same request or by another one.
  if (done.events.length === 0 && !isDone(await handler.load(platform, stream), by))
    throw new Refused('platform/id-taken');
  return writtenAt(done);
};

/** @throws Rejected `resource/not-found` */
export const loadPlatform = async ({ handler }: Pick<Writing, 'handler'>, platformId: string) => {
  const recorded = await handler.load(platform, streamOf('platform', platformId));
  const { state } = recorded;
  if (state.status === 'ABSENT') throw new Rejected('resource/not-found');
  return { recorded, state };
};

/** Refuses an unknown platform. Called before a request writes anything. @throws Rejected `resource/not-found` */
export const requirePlatform = async (core: Writing, platformId: string): Promise<void> =>
  void (await loadPlatform(core, platformId));

/** @returns position @throws Refused `record/changed-meanwhile` */
const write = async (
  { handler, now }: Writing,
  { platformId, basedOn }: Change,
  change:
    | { readonly type: 'Revise'; readonly details: PlatformDetails }
    | { readonly type: 'Archive' },
  by: KeyedContext,
): Promise<string> => {
  const command: RecordCommand<PlatformDetails> = { ...change, basedOn, now: now() };
  const context = { ...by, correlation: platformId };
  const stream = streamOf('platform', platformId);
  return writtenAt(await handler.handle(platform, stream, command, context));
};

/** @returns position @throws Refused `record/…`, Rejected as `loadPlatform` */
export const renamePlatform = async (
  core: Writing,
  { name, ...change }: ParsedInputOf<'master.renamePlatform'>,
  by: KeyedContext,
): Promise<string> => {
  const { recorded, state } = await loadPlatform(core, change.platformId);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const details = { ...detailsToChange(state, change.basedOn), name };
  return write(core, change, { type: 'Revise', details }, by);
};

/** Blocks a platform, and ends the sessions there. @returns position @throws Refused `record/…`, Rejected as `loadPlatform` */
export const blockPlatform = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { platformId } = change;
  const { recorded, state } = await loadPlatform(core, platformId);
  const position = isDone(recorded, by)
    ? writtenAt(recorded)
    : await write(core, change, { type: 'Archive' }, by);
  // A repeated request must not end sessions after an unblocking.
  if (!isDone(recorded, by) || state.status === 'ARCHIVED')
    await sessions.memberships.endAccessAt(platformId);
  return position;
};

/** @returns position @throws Refused `record/…`, Rejected as `loadPlatform` */
export const restorePlatform = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { platformId } = change;
  const { recorded, state } = await loadPlatform(core, platformId);
  if (isDone(recorded, by) || state.status === 'ACTIVE') return writtenAt(recorded);
  // The process that blocked may have died before it ended sessions.
  await sessions.memberships.endAccessAt(platformId);
  return write(core, change, { type: 'Revise', details: state.details }, by);
};
