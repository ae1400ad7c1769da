import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { getMigrations } from 'better-auth/db/migration';
import pg from 'pg';
import type { Accounts } from '#/ledger/vault/reapply-erasures.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import { remember } from '#/api/reads/remember.ts';
import type { RequestLimits } from '#/api/http/request-limits.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import { applySchema } from '#/ledger/apply-schema.ts';
import { isDatabaseAway } from '#/ledger/database-away.ts';
import { backOffOf, backOffSchema, createBackOff } from './back-off.ts';
import { CandidPool } from './candid-pool.ts';
import { createDeviceCookies } from './device-cookie.ts';
import { invitationSchema } from './invitations.ts';
import { createTurns } from './turns.ts';
import { removeUsers, signInsOf, userOf } from './users-of-accounts.ts';

/** A user: sellers have `sellerId`, staff of the platform `staffId`. */
export interface User {
  readonly email: string;
  readonly name: string;
  readonly platformId: string;
  readonly sellerId: string | null;
  readonly staffId: string | null;
}

export type NewUser = User & { readonly password: string };

export interface LiveSession {
  readonly id: string;
  readonly userId: string;
  readonly user: User;
  readonly expiresAt: number;
  /** Time of last use, accurate to `USED_MS`; both in milliseconds since the epoch. */
  readonly usedAt: number;
}

/** `watches` = an open page without user action. Only `asks` counts as use of the session. */
export type SessionUse = 'asks' | 'watches';

const SCHEMA = 'auth';
/** Counted from the sign-in, however much the session is used: a stolen cookie expires too. */
const SESSION_SECONDS = 7 * 24 * 60 * 60;
/** Staff can read everybody's data, so their sessions also expire when idle overnight. */
const STAFF_IDLE_MS = 12 * 60 * 60 * 1_000;
/** Accuracy of a session's time of last use. */
const USED_MS = 5 * 60 * 1_000;
/** A session ended by another process stays valid here for at most this long. */
const KNOWN_MS = 1_000;
/** Longest wait of a new password for its hash. */
const LONGEST_TURN_MS = 4_000;

/** The better-auth paths in use; sign-up and account changes are not among them. */
const paths = ['/api/auth/sign-in/email', '/api/auth/sign-out'] as const;
export type AuthPath = (typeof paths)[number];
export const isAuthPath = (path: string): path is AuthPath => paths.some((known) => known === path);

const optionsOf = (pool: CandidPool, secret: string, publicUrl: string) => ({
  baseURL: publicUrl,
  basePath: '/api/auth',
  secret,
  database: pool,
  telemetry: { enabled: false },
  logger: { disabled: true },
  session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true },
  // The API handles limits, origins and addresses itself, the same for every call.
  rateLimit: { enabled: false },
  advanced: {
    cookiePrefix: 'razao',
    useSecureCookies: publicUrl.startsWith('https:'),
    defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' as const, path: '/' },
    disableCSRFCheck: true,
    disableOriginCheck: true,
    ipAddress: { disableIpTracking: true },
  },
});

/**
 * Creates the better-auth instance. Only the program's may create users; the callers' has sign-up disabled and cannot set
 * these fields.
 */
const createAuth = (options: ReturnType<typeof optionsOf>, by: 'callers' | 'program') => {
  const ownField = { type: 'string', input: by === 'program' } as const;
  return betterAuth({
    ...options,
    emailAndPassword: {
      enabled: true,
      disableSignUp: by === 'callers',
      autoSignIn: false,
      // Passwords set by the program already passed `password-rule.ts`, except the demo's published one.
      minPasswordLength: by === 'callers' ? SHORTEST_PASSWORD : 1,
      maxPasswordLength: LONGEST_PASSWORD,
      // Hashing runs outside the deadline: a slow processor must not look like an unavailable database.
      password: {
        hash: (password) => withDeadlinePaused(() => hashPassword(password)),
        verify: (given) => withDeadlinePaused(() => verifyPassword(given)),
      },
    },
    user: {
      additionalFields: {
        platformId: { ...ownField, required: true },
        sellerId: { ...ownField, required: false },
        staffId: { ...ownField, required: false },
      },
    },
  });
};

const codeOf = ({ body }: APIError): string => String(body?.code);

type Auth = ReturnType<typeof createAuth>;

const migrate = async (pool: pg.Pool, auth: Auth): Promise<void> => {
  const client = await pool.connect();
  try {
    // Serialises migrations of processes that start at once.
    await client.query(`SELECT pg_advisory_lock(hashtext('razao auth migrations'))`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    const { runMigrations } = await getMigrations(auth.options);
    await runMigrations();
    await applySchema(pool, backOffSchema);
    await applySchema(pool, invitationSchema);
  } finally {
    // Closing the connection frees the lock, even on a broken one, where an unlock query would fail.
    client.release(true);
  }
};

const userFields = (user: {
  readonly email: string;
  readonly name: string;
  readonly platformId: string;
  readonly sellerId?: string | null | undefined;
  readonly staffId?: string | null | undefined;
}): User => ({
  email: user.email,
  name: user.name,
  platformId: user.platformId,
  sellerId: user.sellerId ?? null,
  staffId: user.staffId ?? null,
});

/** Creates a user; leaves an existing one unchanged. */
const createUser = async (program: Auth, person: NewUser): Promise<void> => {
  const { sellerId, staffId, ...always } = person;
  const body = { ...always, ...(sellerId && { sellerId }), ...(staffId && { staffId }) };
  await program.api.signUpEmail({ body }).catch((error: unknown) => {
    const isKnown = error instanceof APIError && codeOf(error).startsWith('USER_ALREADY_EXISTS');
    if (!isKnown) throw error;
  });
};

const openPool = (databaseUrl: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: `-c search_path=${SCHEMA}`,
    max: 5,
    connectionTimeoutMillis: 3_000,
    // Callers are answered after four seconds; a hanging query must not block the next caller too.
    query_timeout: 3_500,
    // Postgres sessions opened while it was read-only stay read-only after it is writable again.
    maxLifetimeSeconds: 60,
  });
  // The pool replaces a broken idle connection on the next use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** @throws the error, unless it means that the database is unavailable */
const requireAway = (error: unknown): void => {
  if (!isDatabaseAway(error)) throw error;
};

/** Returns the session cookie without the browser's other cookies; undefined without one. */
export const sessionCookieIn = (cookies: string | null | undefined): string | undefined =>
  /(?:^|;\s*)((?:__Secure-)?razao\.session_token=[^;]+)/.exec(cookies ?? '')?.[1];

/** Reads the session of a cookie; cached briefly, since a screen sends several requests at once. */
const createSessionReads = (pool: pg.Pool, candid: CandidPool, auth: Auth) => {
  const known = remember(
    async (cookie): Promise<LiveSession | undefined> => {
      const headers = new Headers({ cookie });
      const found = await candid.ask(() => auth.api.getSession({ headers }));
      if (!found) return undefined;
      const { id, userId, expiresAt, updatedAt } = found.session;
      const user = userFields(found.user);
      const usedAt = updatedAt.getTime();
      if (user.staffId !== null && Date.now() - usedAt > STAFF_IDLE_MS) {
        await pool.query('DELETE FROM auth.session WHERE id = $1', [id]);
        return undefined;
      }
      return { id, userId, user, expiresAt: expiresAt.getTime(), usedAt };
    },
    { forMs: KNOWN_MS },
  );
  const use = remember(
    (id) => pool.query('UPDATE auth.session SET "updatedAt" = now() WHERE id = $1', [id]),
    { forMs: KNOWN_MS },
  );
  return {
    forget: known.forget,
    /** Drops the cached session of these headers' cookie: another process may have changed it. */
    askAgain: (headers: Headers): void => {
      const cookie = sessionCookieIn(headers.get('cookie'));
      if (cookie !== undefined) known.forget(cookie);
    },
    find: async (headers: Headers, by: SessionUse = 'asks'): Promise<LiveSession | undefined> => {
      const cookie = sessionCookieIn(headers.get('cookie'));
      if (cookie === undefined) return undefined;
      const session = await known.get(cookie);
      const isUsed = session && by === 'asks' && Date.now() - session.usedAt > USED_MS;
      // A read-only database still serves sessions.
      if (isUsed) await use.get(session.id).catch(requireAway);
      return session;
    },
  };
};

const setPassword = async (program: Auth, person: NewUser): Promise<void> => {
  const { internalAdapter, password } = await program.$context;
  const found = await internalAdapter.findUserByEmail(person.email, { includeAccounts: true });
  if (found?.accounts.some(({ providerId }) => providerId === 'credential')) {
    await internalAdapter.updatePassword(found.user.id, await password.hash(person.password));
    await internalAdapter.deleteUserSessions(found.user.id);
    return;
  }
  // A user without a password is left over from an interrupted sign-up.
  if (found) await internalAdapter.deleteUser(found.user.id);
  await createUser(program, person);
};

/** Credentials and sessions, kept by better-auth in the schema `auth`; permissions come from the record (`access.ts`). */
export const openSessions = async (options: {
  readonly databaseUrl: string;
  /** Signs cookies; at least 32 characters, the same in every process and after every restart. */
  readonly secrets: { readonly sessionSecret: string };
  readonly publicUrl: string;
  /** Without limits, attempts are unbounded. */
  readonly limits?: Pick<RequestLimits, 'signIn'>;
}) => {
  const { databaseUrl, publicUrl, limits = {} } = options;
  const { sessionSecret: secret } = options.secrets;
  const pool = openPool(databaseUrl);
  const candid = new CandidPool(pool);
  const common = optionsOf(candid, secret, publicUrl);
  const auth = createAuth(common, 'callers');
  const program = createAuth(common, 'program');
  await migrate(pool, auth).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const { find, forget, askAgain } = createSessionReads(pool, candid, auth);
  const backOff = createBackOff({ pool, secret, limits: backOffOf(limits.signIn) });
  const turns = createTurns();
  const enders = new Set<(cookie: string) => void>();

  return {
    /** Returns the session of these headers' cookie. */
    find,
    askAgain,

    /**
     * Returns better-auth's answer to one of `paths`. A sign-in ends the session that it replaces.
     * @throws the database's own error
     */
    answer: async (path: AuthPath, headers: Headers, body: unknown): Promise<Response> => {
      const url = new URL(path, publicUrl);
      const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
      const answered = await candid.ask(() => auth.handler(request));
      const cookie = sessionCookieIn(headers.get('cookie'));
      if (cookie !== undefined) {
        if (path === '/api/auth/sign-in/email' && answered.ok)
          await candid.ask(() => auth.api.signOut({ headers: new Headers({ cookie }) }));
        forget(cookie);
        if (answered.ok) for (const onEnded of enders) onEnded(cookie);
      }
      if (answered.status < 500) return answered;
      throw new Error(`better-auth answered ${answered.status}`);
    },

    /** Calls `listener` with the cookie of each session ended in this process. @returns a function that unsubscribes */
    onEnded: (listener: (cookie: string) => void): (() => void) => {
      enders.add(listener);
      return () => enders.delete(listener);
    },

    /** Ends all sessions of a user, this one included. */
    endAll: async ({ userId }: LiveSession): Promise<void> => {
      await pool.query('DELETE FROM auth.session WHERE "userId" = $1', [userId]);
      forget();
    },

    /** Queue of sign-ins that wait for their hash. */
    turns,
    backOff,
    devices: createDeviceCookies({ secret, isSecure: publicUrl.startsWith('https:') }),

    /** Deletes expired back-off rows and expired sessions. */
    sweep: async (): Promise<void> => {
      await backOff.sweep();
      await pool.query('DELETE FROM auth.session WHERE "expiresAt" < now()');
    },

    /** Creates a user; leaves an existing one unchanged. */
    createUser: (person: NewUser) => createUser(program, person),

    /** Returns the user with this e-mail. */
    userOf: (email: string) => userOf(pool, email),

    /** Sets a user's only password, creating the user if needed, and ends all their sessions. */
    setPassword: async (person: NewUser): Promise<void> => {
      const deadline = AbortSignal.timeout(LONGEST_TURN_MS);
      await turns.take('knownDevice', deadline, () => setPassword(program, person));
      forget();
    },

    /** Deletes the users of these accounts, with name, e-mail, password and sessions. */
    remove: async (accounts: Accounts): Promise<void> => {
      await removeUsers(pool, accounts);
      forget();
    },

    /** Returns the users of these accounts. */
    signInsOf: (accounts: Accounts) => signInsOf(pool, accounts),

    close: () => pool.end(),
  };
};

export type Sessions = Awaited<ReturnType<typeof openSessions>>;
