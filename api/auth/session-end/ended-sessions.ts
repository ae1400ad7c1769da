import type { Pool } from 'pg';
import type { Core } from '#/api/composition/core.ts';
import type { PlatformPerson, SignOutCause } from '#/domain/access/commands.ts';
import { access } from '#/domain/access/decider.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import { actorOf } from '#/domain/values/actor.ts';
import { accessStream } from '#/domain/values/ids.ts';
import { monthOf, type Timestamp } from '#/domain/values/time.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { ENDS_AT, GOES_ON, OVER_BY } from './session-limits.ts';

/**
 * How sessions ended. After a failover the log may lack what was recorded last, so each end is recorded again after `KEPT_FOR`; then its row
 * goes. `recorded_at`: when the end was recorded first.
 */
export const endedSessionSchema = `
  CREATE TABLE IF NOT EXISTS auth.ended_session (
    session_id text PRIMARY KEY, kind text NOT NULL, person_id text NOT NULL, platform_id text NOT NULL,
    cause text NOT NULL, ended_at timestamptz NOT NULL);
  ALTER TABLE auth.ended_session ADD COLUMN IF NOT EXISTS recorded_at timestamptz;`;

const KEPT_FOR = `interval '1 hour'`;

/** Of the others an event of its own tells, for all of the person's sessions: it also requests a mail. */
export type EndCause = Exclude<
  SignOutCause,
  'NEW_PASSWORD' | 'CHANGED_PASSWORD' | 'NEW_EMAIL' | 'BLOCKED'
>;

/** SQL of how sessions end. @param from SQL of the sessions, as `session` @param cause SQL for those that go on until now */
const ends = (from: string, cause: string): string =>
  `SELECT id AS session_id, kind, "personId" AS person_id, "platformId" AS platform_id,
     CASE WHEN ${GOES_ON} THEN ${cause} ELSE ${OVER_BY} END AS cause, least(${ENDS_AT}, now()) AS ended_at FROM ${from}`;

/** SQL that keeps what `ended` selects. A session without membership belongs to no person. */
const KEEP = `INSERT INTO auth.ended_session (session_id, kind, person_id, platform_id, cause, ended_at)
  SELECT session_id, kind, person_id, platform_id, cause, ended_at FROM ended
  WHERE num_nonnulls(kind, person_id, platform_id, cause) = 4 ON CONFLICT DO NOTHING`;

const LISTED = `session_id AS "sessionId", kind, person_id AS "personId", platform_id AS "platformId", cause,
  ${instantText('ended_at')} AS "endedAt"`;

/** SQL that ends sessions and keeps why, in one step. @param cause `TOLD` = only why some were over before @param which SQL of a condition */
export const endBy = (cause: EndCause | 'TOLD', which: string): string =>
  `WITH session AS (DELETE FROM auth.session WHERE ${which} RETURNING *),
     ended AS (${ends('session', cause === 'TOLD' ? 'NULL' : `'${cause}'`)}), kept AS (${KEEP})
   SELECT ${LISTED} FROM ended`;

/** SQL to run before session $1 is deleted: keeps why it ended, if it is over. */
export const KEEP_IF_OVER = `WITH ended AS (${ends('auth.session WHERE id = $1', 'NULL')}) ${KEEP}`;

/** Most ends that one sweep records. */
const MOST_LISTED = 1_000;

const LIST = `SELECT ${LISTED}, recorded_at IS NOT NULL AS "isRecorded" FROM auth.ended_session
  WHERE recorded_at IS NULL OR recorded_at < now() - ${KEPT_FOR} ORDER BY ended_at LIMIT ${MOST_LISTED}`;

const MARK = 'UPDATE auth.ended_session SET recorded_at = now() WHERE session_id = $1';
const REMOVE = 'DELETE FROM auth.ended_session WHERE session_id = $1';

export interface EndedSession extends PlatformPerson {
  readonly sessionId: string;
  readonly cause: EndCause;
  readonly endedAt: Timestamp;
}

interface KeptEnd extends EndedSession {
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
  list: async (): Promise<readonly KeptEnd[]> => (await pool.query<KeptEnd>(LIST)).rows,

  /** After an end was recorded. */
  settle: async ({ sessionId, isRecorded }: KeptEnd): Promise<void> => {
    await pool.query(isRecorded ? REMOVE : MARK, [sessionId]);
  },
});

type EndedSessions = ReturnType<typeof createEndedSessions>;

/** How a person ends sessions themselves. */
const BY_THEM: readonly EndCause[] = ['ASKED', 'EVERYWHERE', 'REPLACED', 'REMOTE'];

interface Recording {
  readonly core: Pick<Core, 'handler'>;
  readonly sessions: { readonly ended: EndedSessions; readonly sweep: () => Promise<void> };
}

/** Once, however often it is called. @param address of who ended it, if known */
export const recordEnd = async (
  { handler }: Recording['core'],
  { sessionId, cause, endedAt: now, kind, personId, platformId }: EndedSession,
  address: Encrypted | null,
): Promise<void> => {
  const commandId = derivedId('session ended', sessionId);
  await handler.handle(
    access,
    accessStream(kind, personId, monthOf(now)),
    { type: 'RecordSignOut', cause, kind, personId, platformId, address, now },
    {
      commandId,
      // By this a repetition is recognised.
      request: commandId,
      platform: platformId,
      actor: BY_THEM.includes(cause) ? actorOf(kind, personId) : 'system',
      correlation: personId,
    },
  );
};

/** Ends sessions that are over, and records how each session ended; one failure does not stop the others. */
export const sweepSessions = async (
  { core, sessions }: Recording,
  onFailure: (error: unknown) => void,
): Promise<void> => {
  await sessions.sweep();
  for (const ended of await sessions.ended.list())
    await recordEnd(core, ended, null)
      .then(() => sessions.ended.settle(ended))
      .catch(onFailure);
};
