import type { Pool } from 'pg';
import type { Services } from '#/api/composition/api-services.ts';
import { cookieValue } from '#/api/http/cookie-value.ts';
import { Rejected } from '#/api/http/problem.ts';
import { remember } from '#/api/reads/remember.ts';
import type { Clock } from '#/domain/ports/machine.ts';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { Auth } from './better-auth.ts';
import type { FailureReportingPool } from './failure-reporting-pool.ts';
import {
  IMPERSONATED,
  findImpersonation,
  type CurrentImpersonation,
} from './impersonation/impersonations.ts';
import { personKinds } from '#/domain/access/events.ts';
import type { Membership } from './memberships.ts';
import { GOES_ON, idleHoursOf } from './session-end/session-limits.ts';
import type { User } from './user.ts';

export interface LiveSession {
  readonly id: string;
  readonly userId: string;
  readonly user: User;
  /** The membership as which the user acts; undefined if the session has none. */
  readonly membership: Membership | undefined;
  readonly impersonation: CurrentImpersonation | undefined;
  /** In Unix milliseconds, like `usedAt`. */
  readonly expiresAt: number;
  readonly hasShownFactor: boolean;
  /** When the session was last used, accurate to `USED_MS`. */
  readonly usedAt: number;
}

/** `asks` counts as use of the session; `watches`, for an open page without user action, does not. */
export type SessionUse = 'asks' | 'watches';

const HOUR_MS = 60 * 60 * 1_000;
const USED_MS = 5 * 60 * 1_000;
/** How long a session that another process ended is still accepted here: half of the second within which a loss of rights takes effect. */
const CACHED_MS = 500;

/** Most sessions that one query checks. */
const MOST_ASKED = 5_000;
/** Selects which of the given sessions ended, or changed their membership or impersonation. These are few, so the answer is short. */
const ENDED = `SELECT nth::int FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS asked (id, person, impersonation, nth)
  WHERE NOT EXISTS (SELECT FROM auth.session ${IMPERSONATED}
    WHERE session.id = asked.id AND coalesce("personId", '') = asked.person
      AND coalesce(acting.impersonation_id, '') = asked.impersonation AND ${GOES_ON})`;

/** Behind https the cookie has the prefix `__Secure-`, which a page without TLS cannot set. */
export const sessionCookieIn = (cookies: string | null, publicUrl: string): string | undefined => {
  const prefix = publicUrl.startsWith('https:') ? '__Secure-' : '';
  const name = `${prefix}razao.session_token`;
  const value = cookieValue(cookies ?? undefined, name);
  return value ? `${name}=${value}` : undefined;
};

type Fields<Name extends string> = { readonly [Field in Name]?: string | null | undefined };

const membershipIn = (session: Fields<keyof Membership>): Membership | undefined => {
  const { personId, platformId } = session;
  const kind = personKinds.find((each) => each === session.kind);
  return kind && personId && platformId ? { kind, personId, platformId } : undefined;
};

/** @throws the error, unless the database is unavailable */
export const rethrowUnlessAway = (error: unknown): void => {
  if (!isDatabaseAway(error)) throw error;
};

const elapsedSince = (wallMs: number): number => thisMachine.wallMs() - wallMs;

const isIdle = ({ kind }: Membership, usedAt: number): boolean => {
  const hours = idleHoursOf(kind);
  return hours !== null && elapsedSince(usedAt) > hours * HOUR_MS;
};

const personOf = ({ membership }: LiveSession): string => membership?.personId ?? '';

const impersonationOf = ({ impersonation }: LiveSession): string =>
  impersonation?.impersonationId ?? '';

/** The key is the same for all sockets of a browser, so that they share one check. */
const keyOf = (session: LiveSession): string =>
  [session.id, personOf(session), impersonationOf(session)].join(' ');

/** Reads the session of a cookie; cached, since a screen sends several requests at once. */
export const createSessionReads = (options: {
  readonly pool: Pool;
  readonly reportingPool: FailureReportingPool;
  readonly auth: Auth;
  readonly publicUrl: string;
  readonly clock: Clock;
}) => {
  const { pool, reportingPool, auth, publicUrl, clock } = options;
  const sessionCache = remember(
    async (cookie): Promise<LiveSession | undefined> => {
      const headers = new Headers({ cookie });
      const stored = await reportingPool.ask(() => auth.api.getSession({ headers }));
      if (!stored) return undefined;
      const { id, userId, expiresAt, updatedAt } = stored.session;
      const { email, name } = stored.user;
      const membership = membershipIn(stored.session);
      const usedAt = updatedAt.getTime();
      if (membership && isIdle(membership, usedAt)) return undefined;
      const impersonation =
        membership?.kind === 'staff' ? await findImpersonation(pool, id) : undefined;
      const ends = expiresAt.getTime();
      const hasShownFactor = Boolean(stored.session.factorAt);
      const user = { email, name };
      const fields = { id, userId, user, membership, impersonation };
      return { ...fields, hasShownFactor, expiresAt: ends, usedAt };
    },
    { forMs: CACHED_MS, clock },
  );
  const recordUse = remember(
    (id) => pool.query('UPDATE auth.session SET "updatedAt" = now() WHERE id = $1', [id]),
    { forMs: CACHED_MS, clock },
  );
  const cookieIn = (headers: Headers) => sessionCookieIn(headers.get('cookie'), publicUrl);
  const find = async (
    headers: Headers,
    by: SessionUse = 'asks',
  ): Promise<LiveSession | undefined> => {
    const cookie = cookieIn(headers);
    if (cookie === undefined) return undefined;
    const session = await sessionCache.get(cookie);
    const isUsed = session && by === 'asks' && elapsedSince(session.usedAt) > USED_MS;
    // A read-only database still serves sessions.
    if (isUsed) await recordUse.get(session.id).catch(rethrowUnlessAway);
    return session;
  };
  return {
    forget: sessionCache.forget,
    find,
    /** As `find`, but not from the cache. */
    findAgain: (headers: Headers, by: SessionUse): Promise<LiveSession | undefined> => {
      sessionCache.forget(cookieIn(headers));
      return find(headers, by);
    },
    /** Asks the database: another process may have ended or changed the session. Concurrent calls share queries. */
    goesOn: inBatches({
      run: async (asked: readonly LiveSession[]) => {
        const sessions = [...new Map(asked.map((session) => [keyOf(session), session])).values()];
        const { rows } = await pool.query<{ nth: number }>(ENDED, [
          sessions.map(({ id }) => id),
          sessions.map(personOf),
          sessions.map(impersonationOf),
        ]);
        const ended = new Set(rows.flatMap(({ nth }) => sessions.slice(nth - 1, nth).map(keyOf)));
        return asked.map((session) => !ended.has(keyOf(session)));
      },
      width: 1,
      most: MOST_ASKED,
    }),
  };
};

/** Finds the session of a request; this does not count as use of it. @throws Rejected `session/required` */
export const findSession = async (
  { sessions }: Pick<Services, 'sessions'>,
  cookies: string | undefined,
): Promise<LiveSession> => {
  const session = await sessions.find(new Headers({ cookie: cookies ?? '' }), 'watches');
  if (session === undefined) throw new Rejected('session/required');
  return session;
};
