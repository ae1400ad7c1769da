import type { StaffCaller } from '#/api/auth/caller.ts';
import type { LiveSession } from '#/api/auth/live-session.ts';
import type { Sessions } from '#/api/auth/sessions.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import type { AccessCommand, Impersonation } from '#/domain/access/commands.ts';
import { access } from '#/domain/access/decider.ts';
import { accessStream } from '#/domain/values/ids.ts';
import { addSeconds, monthOf } from '#/domain/values/time.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import type { EndedImpersonation, RunningImpersonation } from './impersonations.ts';
import { isStillAllowed, revisionsOf } from './still-allowed.ts';

const LONGEST_SECONDS = 30 * 60;

interface Beginning {
  readonly caller: StaffCaller;
  readonly session: LiveSession;
  readonly ip: string;
  readonly by: KeyedContext;
}

type Wanted = Pick<Impersonation, 'sellerId'> & { readonly reason: string };

const recordForSeller = (
  { handler }: Pick<Core, 'handler'>,
  commandFields: Omit<
    AccessCommand & { readonly type: 'RecordImpersonation' },
    'kind' | 'personId' | 'address'
  >,
  context: CommandContext,
) => {
  const { sellerId, now } = commandFields;
  return handler.handle(
    access,
    accessStream('seller', sellerId, monthOf(now)),
    { ...commandFields, kind: 'seller', personId: sellerId, address: null },
    { ...context, commandId: derivedId('impersonated', context.commandId) },
  );
};

/**
 * Records for the member of staff and for the seller that the impersonation begins, then begins it. A repeated request begins no second
 * one.
 * @returns position @throws Rejected `session/impersonating`, `session/impersonation-over`, `resource/not-found`
 */
export const beginImpersonation = async (
  { core, sessions, trail }: Pick<Services, 'core' | 'sessions' | 'trail'>,
  { sellerId, reason }: Wanted,
  { caller: { platformId, staffId }, session, ip, by }: Beginning,
): Promise<string> => {
  const now = core.now();
  const ofStaff = accessStream('staff', staffId, monthOf(now));
  const recorded = await core.handler.load(access, ofStaff);
  const impersonationId = derivedId('impersonation', by.commandId);
  const context = { ...by, reason, correlation: impersonationId };
  const earlier = recorded.state.impersonations.get(impersonationId);
  const until = earlier?.until ?? addSeconds(now, LONGEST_SECONDS);
  const impersonation = { impersonationId, staffId, sellerId, platformId, until };
  const commandFields = {
    type: 'RecordImpersonation',
    ...impersonation,
    now: earlier?.at ?? now,
  } as const;
  if (isDone(recorded, by)) {
    // The first attempt may have stopped before this record.
    if (earlier !== undefined) await recordForSeller(core, commandFields, context);
    const current = await sessions.impersonations.findCurrent(session);
    if (current?.impersonationId !== impersonationId)
      throw new Rejected('session/impersonation-over');
    return recorded.position ?? '';
  }
  const address = await trail.encryptAddress({ platformId, kind: 'staff', personId: staffId }, ip);
  const begunAt = await revisionsOf(core.handler, impersonation);
  if (begunAt === undefined) throw new Rejected('resource/not-found');
  const byStaff = { ...commandFields, kind: 'staff', personId: staffId, address } as const;
  await core.handler.handle(access, ofStaff, byStaff, context);
  const done = await recordForSeller(core, commandFields, context);
  if (!(await sessions.impersonations.begin(session, { ...impersonation, ...begunAt })))
    throw new Rejected('session/impersonating');
  // A request repeated next month looks in another stream, so its success is stored with the idempotency key.
  by.onTraceless?.();
  return writtenAt(done);
};

interface Recording {
  readonly core: Pick<Core, 'handler'>;
  readonly sessions: Pick<Sessions, 'impersonations'>;
}

/** Records the end for both people. If a process died between the two, a repetition records only the second: command ids are derived. */
const recordEnd = async (
  { handler }: Recording['core'],
  { endedAt: now, ...ended }: EndedImpersonation,
): Promise<void> => {
  const { impersonationId, platformId, staffId, sellerId } = ended;
  for (const [kind, personId] of [
    ['staff', staffId],
    ['seller', sellerId],
  ] as const)
    await handler.handle(
      access,
      accessStream(kind, personId, monthOf(now)),
      { type: 'RecordImpersonationEnd', ...ended, kind, personId, address: null, now },
      {
        commandId: derivedId('impersonation ended', impersonationId, kind),
        platform: platformId,
        actor: `admin:${staffId}`,
        correlation: impersonationId,
      },
    );
};

/** Records, for staff and seller, the end of each impersonation that is over; one failure does not stop the others. */
export const recordEndedImpersonations = async (
  { core, sessions: { impersonations } }: Recording,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  for (const ended of await impersonations.listEnded())
    await recordEnd(core, ended)
      .then(() => impersonations.remove(ended.impersonationId))
      .catch(onFailure);
};

/** Ends impersonations that are no longer allowed, and records all that have ended; one failure does not stop the others. */
export const sweepImpersonations = async (
  recording: Recording,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  const { core, sessions } = recording;
  const endUnlessAllowed = async (running: RunningImpersonation): Promise<void> => {
    if (await isStillAllowed(core.handler, running)) return;
    await sessions.impersonations.end(running.impersonationId);
  };
  for (const running of await sessions.impersonations.listRunning())
    await endUnlessAllowed(running).catch(onFailure);
  await recordEndedImpersonations(recording, onFailure);
};
