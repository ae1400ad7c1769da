import type { Pool } from 'pg';
import { loadPersonRecord } from '#/api/auth/person-record.ts';
import type { Core } from '#/api/composition/core.ts';
import type { PlatformPerson, SignOutCause } from '#/domain/access/commands.ts';
import { access } from '#/domain/access/decider.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { platform } from '#/domain/platform/platform.ts';
import { actorOf } from '#/domain/values/actor.ts';
import { accessStream, streamOf } from '#/domain/values/ids.ts';
import { monthOf, type Timestamp } from '#/domain/values/time.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { ENDS_AT, GOES_ON, OVER_BY } from './session-limits.ts';

/**
 * How sessions ended. After a failover the log may lack what was recorded last, so each end is recorded again after `STORED_FOR`; then its
 * row is deleted. `recorded_at`: when the end was first recorded in the log.
 */
export const endedSessionSchema = `
  CREATE TABLE IF NOT EXISTS auth.ended_session (
    session_id text PRIMARY KEY, kind text NOT NULL, person_id text NOT NULL, platform_id text NOT NULL,
    cause text NOT NULL, ended_at timestamptz NOT NULL);
  ALTER TABLE auth.ended_session ADD COLUMN IF NOT EXISTS recorded_at timestamptz,
    ADD COLUMN IF NOT EXISTS actor text, ADD COLUMN IF NOT EXISTS reason text;`;

const STORED_FOR = `interval '1 hour'`;

/** The other causes have one event for all of the person's sessions, recorded elsewhere, which also causes a mail. */
export type EndCause = Exclude<
  SignOutCause,
  'NEW_PASSWORD' | 'CHANGED_PASSWORD' | 'NEW_EMAIL' | 'BLOCKED'
>;

/** SQL of who ended a session and why, where no other person ended it. */
const BY_NO_ONE = 'NULL::text AS actor, NULL::text AS reason';

/** SQL of the record as which the user of a session acts; nulls for a session without a membership. */
const OF_MEMBER = 'kind, "personId" AS person_id, "platformId" AS platform_id';

/**
 * SQL of how sessions end.
 * @param from SQL of the sessions, as `session` @param cause SQL of the cause for sessions that were not over before
 * @param by SQL of the actor and the reason @param of SQL of the record at which the end is recorded
 */
const ends = (from: string, cause: string, by = BY_NO_ONE, of = OF_MEMBER): string =>
  `SELECT id AS session_id, ${of}, CASE WHEN ${GOES_ON} THEN ${cause} ELSE ${OVER_BY} END AS cause, least(${ENDS_AT}, now()) AS ended_at, ${by} FROM ${from}`;

/** SQL that stores what `ended` selects. Leaves out sessions without a membership, because they belong to no person. */
const STORE_ENDED = `INSERT INTO auth.ended_session (session_id, kind, person_id, platform_id, cause, ended_at, actor, reason)
  SELECT session_id, kind, person_id, platform_id, cause, ended_at, actor, reason FROM ended
  WHERE num_nonnulls(kind, person_id, platform_id, cause) = 4 ON CONFLICT DO NOTHING`;

const LISTED = `session_id AS "sessionId", kind, person_id AS "personId", platform_id AS "platformId", cause, actor, reason,
  ${instantText('ended_at')} AS "endedAt"`;

/**
 * SQL that ends sessions and stores why, in one step.
 * @param cause `TOLD` = another event says why; only the ends of sessions that were over before are stored
 * @param which SQL of a condition @param by SQL of the actor and the reason @param of SQL of the record at which the end is recorded
 */
export const endBy = (
  cause: EndCause | 'TOLD',
  which: string,
  by = BY_NO_ONE,
  of = OF_MEMBER,
): string =>
  `WITH session AS (DELETE FROM auth.session WHERE ${which} RETURNING *),
     ended AS (${ends('session', cause === 'TOLD' ? 'NULL' : `'${cause}'`, by, of)}), kept AS (${STORE_ENDED})
   SELECT ${LISTED} FROM ended`;

/** SQL to run before session $1 is deleted because it is over by the clock of a process, which may be ahead of the database's. */
export const KEEP_END = `WITH ended AS (${ends('auth.session WHERE id = $1', "'EXPIRED'")}) ${STORE_ENDED}`;

/** Most ends that one sweep records. */
const MOST_LISTED = 1_000;

const LIST = `SELECT ${LISTED}, recorded_at IS NOT NULL AS "isRecorded" FROM auth.ended_session
  WHERE recorded_at IS NULL OR recorded_at < now() - ${STORED_FOR} ORDER BY ended_at LIMIT ${MOST_LISTED}`;

const MARK =
  'UPDATE auth.ended_session SET recorded_at = now(), cause = $2, ended_at = $3 WHERE session_id = $1';
const REMOVE = 'DELETE FROM auth.ended_session WHERE session_id = $1';

export interface EndedSession extends PlatformPerson {
  readonly sessionId: string;
  readonly cause: EndCause;
  /** Of another person who ended it; null = no other person did. */
  readonly actor: string | null;
  readonly reason: string | null;
  readonly endedAt: Timestamp;
}

interface StoredEnd extends EndedSession {
  readonly isRecorded: boolean;
}

/** Ends sessions by `endBy`. @returns how many, and which of them ended just now by this cause and belong to a person */
export const endSessions = async (
  pool: Pool,
  cause: EndCause,
  which: string,
  values: readonly string[],
): Promise<{ readonly count: number; readonly ended: readonly EndedSession[] }> => {
  const { rows } = await pool.query<EndedSession | { readonly cause: null }>(endBy(cause, which), [
    ...values,
  ]);
  const isTheirs = (row: (typeof rows)[number]): row is EndedSession =>
    row.cause === cause && row.kind !== null;
  return { count: rows.length, ended: rows.filter(isTheirs) };
};

export const createEndedSessions = (pool: Pool) => ({
  /** Ends the sessions that are over. */
  sweep: async (): Promise<void> => {
    await pool.query(endBy('EXPIRED', `NOT (${GOES_ON})`));
  },

  /** Returns the ends to record, for the first or the second time. */
  list: async (): Promise<readonly StoredEnd[]> => (await pool.query<StoredEnd>(LIST)).rows,

  /** Called after an end was recorded in the log. */
  settle: async ({ sessionId, isRecorded, cause, endedAt }: StoredEnd): Promise<void> => {
    if (isRecorded) await pool.query(REMOVE, [sessionId]);
    else await pool.query(MARK, [sessionId, cause, endedAt]);
  },
});

type EndedSessions = ReturnType<typeof createEndedSessions>;

/** The causes by which people end sessions themselves. */
const BY_THEM: readonly EndCause[] = ['ASKED', 'EVERYWHERE', 'REPLACED', 'REMOTE'];

interface Recording {
  readonly core: Pick<Core, 'handler'>;
  readonly sessions: { readonly ended: EndedSessions; readonly sweep: () => Promise<void> };
}

/** Records the end of a session in the log, once, however often it is called. @param address of the person who ended it, if known */
export const recordEnd = async (
  { handler }: Recording['core'],
  { sessionId, cause, actor, reason, endedAt: now, kind, personId, platformId }: EndedSession,
  address: Encrypted | null,
): Promise<void> => {
  const commandId = derivedId('session ended', sessionId);
  await handler.handle(
    access,
    accessStream(kind, personId, monthOf(now)),
    { type: 'RecordSignOut', cause, kind, personId, platformId, address, now },
    {
      commandId,
      // A repeated command is recognised by its `request`.
      request: commandId,
      platform: platformId,
      actor: actor ?? (BY_THEM.includes(cause) ? actorOf(kind, personId) : 'system'),
      ...(reason !== null && { reason }),
      correlation: personId,
    },
  );
};

/**
 * Returns how a session ended that was found over. If its person or platform was blocked before, the block ended it: the process that
 * blocked died before it stored that.
 */
const withBlock = async ({ handler }: Recording['core'], end: StoredEnd): Promise<StoredEnd> => {
  if (end.cause !== 'IDLE' && end.cause !== 'EXPIRED') return end;
  const blockable = [
    ['PERSON_BLOCKED', await loadPersonRecord({ handler }, end)],
    [
      'PLATFORM_BLOCKED',
      (await handler.load(platform, streamOf('platform', end.platformId))).state,
    ],
  ] as const;
  for (const [cause, state] of blockable)
    if (state.status === 'ARCHIVED' && state.changedAt < end.endedAt)
      return { ...end, cause, endedAt: state.changedAt };
  return end;
};

/** Ends sessions that are over, and records how each session ended; one failure does not stop the others. */
export const sweepSessions = async (
  { core, sessions }: Recording,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  await sessions.sweep();
  for (const ended of await sessions.ended.list())
    await withBlock(core, ended)
      .then((end) => recordEnd(core, end, null).then(() => sessions.ended.settle(end)))
      .catch(onFailure);
};
