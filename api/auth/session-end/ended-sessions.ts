import type { Pool } from 'pg';
import type { Core } from '#/api/composition/core.ts';
import type { PlatformPerson, SignOutCause } from '#/domain/access/commands.ts';
import { access } from '#/domain/access/decider.ts';
import { accessStream } from '#/domain/values/ids.ts';
import { monthOf, type Timestamp } from '#/domain/values/time.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { ENDS_AT, GOES_ON, OVER_BY } from './session-limits.ts';

/** A row stays until the end of its session is recorded. */
export const endedSessionSchema = `
  CREATE TABLE IF NOT EXISTS auth.ended_session (
    session_id text PRIMARY KEY, kind text NOT NULL, person_id text NOT NULL, platform_id text NOT NULL,
    cause text NOT NULL, ended_at timestamptz NOT NULL);`;

/** Ends of which no request of the person tells. */
export type EndCause = Extract<
  SignOutCause,
  'IDLE' | 'EXPIRED' | 'PERSON_BLOCKED' | 'PLATFORM_BLOCKED' | 'MEMBERSHIP_ENDED' | 'ERASED'
>;

/** SQL that keeps how sessions end. A session without membership belongs to no person. @param from SQL of the sessions, as `session` */
const keep = (from: string, cause: string): string =>
  `INSERT INTO auth.ended_session (session_id, kind, person_id, platform_id, cause, ended_at)
   SELECT id, kind, "personId", "platformId", CASE WHEN ${GOES_ON} THEN ${cause} ELSE ${OVER_BY} END, least(${ENDS_AT}, now())
   FROM ${from} AND num_nonnulls(kind, "personId", "platformId") = 3 ON CONFLICT DO NOTHING`;

/** SQL that ends sessions and keeps why, in one step. @param which SQL of a condition */
export const endBy = (cause: EndCause, which: string): string =>
  `WITH session AS (DELETE FROM auth.session WHERE ${which} RETURNING *) ${keep('session WHERE true', `'${cause}'`)}`;

/** SQL to run before session $1 is deleted: keeps why it ended, if it is over. */
export const KEEP_IF_OVER = keep(`auth.session WHERE id = $1 AND NOT (${GOES_ON})`, OVER_BY);

/** Most ends that one sweep records. */
const MOST_LISTED = 1_000;

const LIST = `SELECT session_id AS "sessionId", kind, person_id AS "personId", platform_id AS "platformId", cause,
    ${instantText('ended_at')} AS "endedAt"
  FROM auth.ended_session ORDER BY ended_at LIMIT ${MOST_LISTED}`;

interface EndedSession extends PlatformPerson {
  readonly sessionId: string;
  readonly cause: EndCause;
  readonly endedAt: Timestamp;
}

export const createEndedSessions = (pool: Pool) => ({
  /** Ends the sessions that are over. */
  sweep: async (): Promise<void> => {
    await pool.query(endBy('EXPIRED', `NOT (${GOES_ON})`));
  },

  /** Returns each ended session until it is removed. */
  list: async (): Promise<readonly EndedSession[]> => (await pool.query<EndedSession>(LIST)).rows,

  remove: async (sessionId: string): Promise<void> => {
    await pool.query('DELETE FROM auth.ended_session WHERE session_id = $1', [sessionId]);
  },
});

type EndedSessions = ReturnType<typeof createEndedSessions>;

interface Recording {
  readonly core: Pick<Core, 'handler'>;
  readonly sessions: { readonly ended: EndedSessions; readonly sweep: () => Promise<void> };
}

/** Once, also when the process dies before the row is removed. */
const recordEnd = async (
  { handler }: Recording['core'],
  { sessionId, cause, endedAt: now, ...person }: EndedSession,
): Promise<void> => {
  const { kind, personId, platformId: platform } = person;
  const commandId = derivedId('session ended', sessionId);
  await handler.handle(
    access,
    accessStream(kind, personId, monthOf(now)),
    { type: 'RecordSignOut', cause, ...person, address: null, now },
    {
      commandId,
      // By this a repetition is recognised.
      request: commandId,
      platform,
      actor: 'system',
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
    await recordEnd(core, ended)
      .then(() => sessions.ended.remove(ended.sessionId))
      .catch(onFailure);
};
