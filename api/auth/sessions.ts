import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { getMigrations } from 'better-auth/db/migration';
import pg from 'pg';
import type { Accounts } from '#/ledger/vault/reapply-erasures.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import { remember } from '#/api/reads/remember.ts';
import type { RequestLimits } from '#/api/http/request-limits.ts';
import { outside } from '#/api/http/request-patience.ts';
import { applySchema } from '#/ledger/apply-schema.ts';
import { isDatabaseAway } from '#/ledger/database-away.ts';
import { backOffOf, backOffSchema, createBackOff } from './back-off.ts';
import { CandidPool } from './candid-pool.ts';
import { createDeviceCookies } from './device-cookie.ts';
import { invitationSchema } from './invitations.ts';
import { createTurns } from './turns.ts';
import { removeUsers, signInsOf, userOf } from './users-of-accounts.ts';

/** A person who may sign in: a seller has `sellerId`, people of the platform have `staffId`. */
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
  /** When it was last used, as exactly as `USED_MS`; both in milliseconds since the epoch. */
  readonly usedAt: number;
}

/** `watches` = nobody did anything: a page was left open. Only asking keeps a session from being idle. */
export type SessionUse = 'asks' | 'watches';

const SCHEMA = 'auth';
/** From the sign-in, however much it is used: a stolen cookie ends too. */
const SESSION_SECONDS = 7 * 24 * 60 * 60;
/** People of the platform see everybody's data: theirs also ends overnight. */
const STAFF_IDLE_MS = 12 * 60 * 60 * 1_000;
/** How exactly it is known when a session was last used. */
const USED_MS = 5 * 60 * 1_000;
/** How long a session that another process ended may still be good here. */
const KNOWN_MS = 1_000;
/** How long a new password may wait for its hash. */
const LONGEST_TURN_MS = 4_000;

/** What better-auth is asked to do; sign-up and account changes are not among it. */
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
  // Limits, origins and addresses are the API's own business, the same for every call.
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
 * Only the program makes users: what callers reach has sign-up switched off and cannot set these
 * fields.
 */
const createAuth = (options: ReturnType<typeof optionsOf>, by: 'callers' | 'program') => {
  const ownField = { type: 'string', input: by === 'program' } as const;
  return betterAuth({
    ...options,
    emailAndPassword: {
      enabled: true,
      disableSignUp: by === 'callers',
      autoSignIn: false,
      // What the program sets was held to `password-rule.ts` before, but for the demo's published one.
      minPasswordLength: by === 'callers' ? SHORTEST_PASSWORD : 1,
      maxPasswordLength: LONGEST_PASSWORD,
      // However slow the processor is, that is not the database being away.
      password: {
        hash: (password) => outside(() => hashPassword(password)),
        verify: (given) => outside(() => verifyPassword(given)),
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
    // Several processes may start at once.
    await client.query(`SELECT pg_advisory_lock(hashtext('razao auth migrations'))`);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    const { runMigrations } = await getMigrations(auth.options);
    await runMigrations();
    await applySchema(pool, backOffSchema);
    await applySchema(pool, invitationSchema);
  } finally {
    // The lock ends with the session. One that broke could not be asked to give it back, and would never be released.
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

/** One who may sign in already is left as they are. */
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
    // Whoever waits is answered after four seconds; a database that says nothing must not hold the next one up.
    query_timeout: 3_500,
    // Sessions with Postgres stay read-only after it became writable again.
    maxLifetimeSeconds: 60,
  });
  // A broken idle connection is replaced when the next one is needed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

/** @throws what is not the database being away */
const requireAway = (error: unknown): void => {
  if (!isDatabaseAway(error)) throw error;
};

/** The cookie that speaks for a session, without the other cookies of its browser; undefined where there is none. */
export const sessionCookieIn = (cookies: string | null | undefined): string | undefined =>
  /(?:^|;\s*)((?:__Secure-)?razao\.session_token=[^;]+)/.exec(cookies ?? '')?.[1];

/** Who is signed in by a cookie, remembered for a moment: a screen asks several things at once. */
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
    /** Whoever asks next with these headers' cookie learns what another process may have done to its session. */
    askAgain: (headers: Headers): void => {
      const cookie = sessionCookieIn(headers.get('cookie'));
      if (cookie !== undefined) known.forget(cookie);
    },
    find: async (headers: Headers, by: SessionUse = 'asks'): Promise<LiveSession | undefined> => {
      const cookie = sessionCookieIn(headers.get('cookie'));
      if (cookie === undefined) return undefined;
      const session = await known.get(cookie);
      const isUsed = session && by === 'asks' && Date.now() - session.usedAt > USED_MS;
      // A database that takes no writes can still be read.
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
  // One without a password is what is left of a sign-up that was cut short.
  if (found) await internalAdapter.deleteUser(found.user.id);
  await createUser(program, person);
};

/**
 * Credentials and sessions, kept by better-auth in the schema `auth`; what a person may do is
 * decided elsewhere (`access.ts`), from the record.
 */
export const openSessions = async (options: {
  readonly databaseUrl: string;
  /** Signs cookies; at least 32 characters, the same on every process and after every start. */
  readonly secrets: { readonly sessionSecret: string };
  readonly publicUrl: string;
  /** Without them tries are endless. */
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
    /** Who is signed in by these headers' cookie. */
    find,
    askAgain,

    /**
     * better-auth's own answer to one of `paths`. The session that a sign-in takes the place of has ended then.
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

    /** Called with the cookie of each session that is ended here by it. @returns how to stop listening */
    onEnded: (listener: (cookie: string) => void): (() => void) => {
      enders.add(listener);
      return () => enders.delete(listener);
    },

    /** Ends all sessions of a person, this one too. */
    endAll: async ({ userId }: LiveSession): Promise<void> => {
      await pool.query('DELETE FROM auth.session WHERE "userId" = $1', [userId]);
      forget();
    },

    /** Where sign-ins wait for their hash. */
    turns,
    backOff,
    devices: createDeviceCookies({ secret, isSecure: publicUrl.startsWith('https:') }),

    /** Takes away what has ended: back-off that is forgotten, sessions that nobody came back to. */
    sweep: async (): Promise<void> => {
      await backOff.sweep();
      await pool.query('DELETE FROM auth.session WHERE "expiresAt" < now()');
    },

    /** Lets a person sign in from now on; one who already may is left as they are. */
    createUser: (person: NewUser) => createUser(program, person),

    /** Who signs in by that address. */
    userOf: (email: string) => userOf(pool, email),

    /** Lets a person sign in by that password from now on and by no other, and ends all their sessions. */
    setPassword: async (person: NewUser): Promise<void> => {
      const patience = AbortSignal.timeout(LONGEST_TURN_MS);
      await turns.take('knownDevice', patience, () => setPassword(program, person));
      forget();
    },

    /** Takes away the sign-ins of these accounts, with name, e-mail, password and sessions. */
    remove: async (accounts: Accounts): Promise<void> => {
      await removeUsers(pool, accounts);
      forget();
    },

    /** As which these accounts sign in. */
    signInsOf: (accounts: Accounts) => signInsOf(pool, accounts),

    close: () => pool.end(),
  };
};

export type Sessions = Awaited<ReturnType<typeof openSessions>>;
