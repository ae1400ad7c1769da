import Bowser from 'bowser';
import type { Pool } from 'pg';
import type { OpenSession } from '#/api/contract/person.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import type { LiveSession } from './live-session.ts';
import { endSessions, type EndedSession } from './session-end/ended-sessions.ts';
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

export type BrowserNames = Pick<OpenSession, 'browser' | 'system'>;

/** Returns what a browser says that it is. Only to be shown, because a browser may lie. */
export const browserNamesOf = (userAgent: string | null): BrowserNames => {
  if (userAgent === null || userAgent === '') return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  return { browser: nameIn(browser.name), system: nameIn(os.name) };
};

/** Lists the user's open sessions, the last used first. */
export const listOpenSessions = async (
  pool: Pool,
  { id: currentId, userId }: Pick<LiveSession, 'id' | 'userId'>,
): Promise<OpenSession[]> => {
  const { rows } = await pool.query<Row>(
    `SELECT session.id, "userAgent", ${instantText('session."createdAt"')} AS "beganAt",
       ${instantText('session."updatedAt"')} AS "usedAt"
     FROM auth.session WHERE "userId" = $1 AND ${GOES_ON} ORDER BY session."updatedAt" DESC, session.id LIMIT ${MOST_LISTED}`,
    [userId],
  );
  return rows.map(({ id, userAgent, ...times }) => ({
    sessionId: id,
    isThis: id === currentId,
    ...browserNamesOf(userAgent),
    ...times,
  }));
};

/** @returns undefined when the user has no such open session */
export const endSession = async (
  pool: Pool,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string },
): Promise<readonly EndedSession[] | undefined> => {
  const which = `session.id = $1 AND "userId" = $2 AND ${GOES_ON}`;
  const { count, ended } = await endSessions(pool, 'REMOTE', which, [sessionId, userId]);
  return count === 0 ? undefined : ended;
};
