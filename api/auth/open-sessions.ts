import Bowser from 'bowser';
import type { Pool } from 'pg';
import type { OpenSession } from '#/api/contract/person.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import type { LiveSession } from './live-session.ts';
import type { Membership } from './memberships.ts';
import { endBy, endSessions, type EndedSession } from './session-end/ended-sessions.ts';
import { GOES_ON } from './session-end/session-limits.ts';

/** In characters. */
export const LONGEST_USER_AGENT = 400;

/** A person with more sessions can end all at once. */
const MOST_LISTED = 100;

interface Row {
  readonly id: string;
  readonly userAgent: string | null;
  readonly beganAt: string;
  readonly usedAt: string;
}

const LONGEST_NAME = 40;

const nameIn = (name: string | undefined): string | null =>
  name === undefined || name === '' ? null : name.slice(0, LONGEST_NAME);

/** SQL: the session is of the user who has a membership. @param first number of its parameters, kind and person */
const isOfMember = (first: number): string =>
  `"userId" = (SELECT user_id FROM auth.membership WHERE kind = $${first} AND person_id = $${first + 1})`;

/**
 * SQL of the record at which the end of a member's session is recorded: that as which its user acts. A session without a membership (everyone
 * whom its user could be is blocked) has none; then it is the record by which the session was found.
 */
const FIND_RECORDED = `SELECT coalesce(session.kind, member.kind) AS kind, coalesce("personId", member.person_id) AS "personId",
    coalesce("platformId", member.platform_id) AS "platformId"
  FROM auth.session JOIN auth.membership AS member ON member.user_id = "userId"
  WHERE session.id = $1 AND member.kind = $2 AND member.person_id = $3 AND ${GOES_ON}`;

/** Ends nothing if the user acts as someone else by now, because the reason was not compared with that person's data. */
const REVOKE = endBy(
  'REVOKED',
  `session.id = $1 AND ${isOfMember(7)} AND ${GOES_ON}
     AND coalesce(session.kind, $4) = $4 AND coalesce("personId", $5) = $5`,
  '$2::text AS actor, $3::text AS reason',
  '$4::text AS kind, $5::text AS person_id, $6::text AS platform_id',
);

export type BrowserNames = Pick<OpenSession, 'browser' | 'system'>;

/** Returns what a browser says that it is. Only to be shown, because a browser may lie. */
export const browserNamesOf = (userAgent: string | null): BrowserNames => {
  if (userAgent === null || userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  return { browser: nameIn(browser.name), system: nameIn(os.name) };
};

const listRows = async (
  pool: Pool,
  which: string,
  values: readonly string[],
): Promise<readonly Row[]> => {
  const { rows } = await pool.query<Row>(
    `SELECT session.id, "userAgent", ${instantText('session."createdAt"')} AS "beganAt",
       ${instantText('session."updatedAt"')} AS "usedAt"
     FROM auth.session WHERE ${which} AND ${GOES_ON} ORDER BY session."updatedAt" DESC, session.id LIMIT ${MOST_LISTED}`,
    [...values],
  );
  return rows;
};

/** @param currentId the reader's session */
const showTo =
  (currentId: string) =>
  ({ id, userAgent, ...times }: Row): OpenSession => ({
    sessionId: id,
    isThis: id === currentId,
    ...browserNamesOf(userAgent),
    ...times,
  });

/** Lists the user's open sessions, the last used first. */
const listOpenSessions = async (
  pool: Pool,
  { id: currentId, userId }: Pick<LiveSession, 'id' | 'userId'>,
): Promise<OpenSession[]> =>
  (await listRows(pool, '"userId" = $1', [userId])).map(showTo(currentId));

/** Lists the sessions of the user who has this membership, also those in which they act as another member now. @param currentId the reader's session */
const listSessionsOf = async (
  pool: Pool,
  { kind, personId }: Pick<Membership, 'kind' | 'personId'>,
  currentId: string,
): Promise<OpenSession[]> =>
  (await listRows(pool, isOfMember(1), [kind, personId])).map(showTo(currentId));

/** @returns undefined when the user has no such open session */
const endSession = async (
  pool: Pool,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<readonly EndedSession[] | undefined> => {
  const which = `session.id = $1 AND "userId" = $2 AND ${GOES_ON}`;
  const { count, ended } = await endSessions(pool, 'REMOTE', which, [sessionId, userId]);
  return count === 0 ? undefined : ended;
};

interface SessionOfMember extends Pick<Membership, 'kind' | 'personId'> {
  readonly sessionId: string;
}

interface Revoked extends SessionOfMember {
  /** What `findRecorded` returned. */
  readonly recorded: Membership;
  readonly actor: string;
  readonly reason: string;
}

const findRecordedMember = async (
  pool: Pool,
  { sessionId, kind, personId }: SessionOfMember,
): Promise<Membership | undefined> =>
  (await pool.query<Membership>(FIND_RECORDED, [sessionId, kind, personId])).rows[0];

/** Who ended it and why is on record within a minute. @returns false when the member has no such open session */
const endSessionOf = async (
  pool: Pool,
  { sessionId, kind, personId, recorded, actor, reason }: Revoked,
): Promise<boolean> => {
  const of = [recorded.kind, recorded.personId, recorded.platformId];
  const { rows } = await pool.query(REVOKE, [sessionId, actor, reason, ...of, kind, personId]);
  return rows.length === 1;
};

/** @param forget clears what the process remembers of sessions */
export const createOpenSessions = (pool: Pool, forget: () => void) => ({
  listOpen: (session: LiveSession) => listOpenSessions(pool, session),

  listOpenOf: (of: Pick<Membership, 'kind' | 'personId'>, currentId: string) =>
    listSessionsOf(pool, of, currentId),

  /** Returns the record at which the end of a session would be recorded; undefined when the member has no open session of this id. */
  findRecorded: (which: SessionOfMember) => findRecordedMember(pool, which),

  /** @returns false when the member has no session of this id */
  revoke: async (which: Revoked): Promise<boolean> => {
    const isEnded = await endSessionOf(pool, which);
    forget();
    return isEnded;
  },

  /** @returns undefined when the user has no open session of this id */
  end: async (which: Parameters<typeof endSession>[1]) => {
    const remote = await endSession(pool, which);
    forget();
    return remote;
  },
});
