import { betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { getMigrations } from 'better-auth/db/migration';
import pg from 'pg';
import { Rejected } from '#/api/problem.ts';
import type { Accounts } from '#/ledger/vault/reapply-erasures.ts';
import { remember } from '#/api/remember.ts';
import { removeUsers, signInsOf } from './users-of-accounts.ts';

/** A person who may sign in: a seller has `sellerId`, people of the platform have `staffId`. */
export interface User {
  readonly email: string;
  readonly name: string;
  readonly platformId: string;
  readonly sellerId: string | null;
  readonly staffId: string | null;
}

export interface LiveSession {
  readonly user: User;
  readonly expiresAt: number;
}

const SCHEMA = 'auth';
const SESSION_SECONDS = 7 * 24 * 60 * 60;
const RENEWED_AFTER_SECONDS = 24 * 60 * 60;
/** How long a session that another process ended may still be good here. */
const KNOWN_MS = 1_000;
const SHORTEST_PASSWORD = 10;
const BUSY = { headers: { 'Retry-After': '2' } };

/** What better-auth is asked to do; sign-up and account changes are not among it. */
const paths = ['/api/auth/sign-in/email', '/api/auth/sign-out'] as const;
export type AuthPath = (typeof paths)[number];
export const isAuthPath = (path: string): path is AuthPath => paths.some((known) => known === path);

const optionsOf = (pool: pg.Pool, secret: string, publicUrl: string) => ({
  baseURL: publicUrl,
  basePath: '/api/auth',
  secret,
  database: pool,
  telemetry: { enabled: false },
  logger: { disabled: true },
  session: { expiresIn: SESSION_SECONDS, updateAge: RENEWED_AFTER_SECONDS },
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
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: 128,
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
  } finally {
    await client.query(`SELECT pg_advisory_unlock(hashtext('razao auth migrations'))`);
    client.release();
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

/**
 * Credentials and sessions, kept by better-auth in the schema `auth`; what a person may do is
 * decided elsewhere (`access.ts`), from the record.
 */
export const openSessions = async (options: {
  readonly databaseUrl: string;
  /** Signs cookies; at least 32 characters, the same on every process and after every start. */
  readonly secret: string;
  readonly publicUrl: string;
}) => {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    options: `-c search_path=${SCHEMA}`,
    max: 5,
    connectionTimeoutMillis: 3_000,
    // Sessions with Postgres stay read-only after it became writable again.
    maxLifetimeSeconds: 60,
  });
  // A broken idle connection is replaced when the next one is needed.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const common = optionsOf(pool, options.secret, options.publicUrl);
  const auth = createAuth(common, 'callers');
  const program = createAuth(common, 'program');
  await migrate(pool, auth);

  /** better-auth hides why the database did not answer; asking it again tells. @throws the database's own error */
  const explain = async (failure: unknown): Promise<never> => {
    const { rows } = await pool.query<{ readOnly: string }>(
      `SELECT current_setting('transaction_read_only') AS "readOnly"`,
    );
    if (rows[0]?.readOnly === 'on') throw new Rejected('service/unavailable', BUSY);
    throw failure;
  };

  /** A screen asks several things at once, and each of them asks who is signed in. */
  const known = remember(
    async (cookie): Promise<LiveSession | undefined> => {
      const headers = new Headers({ cookie });
      const found = await auth.api.getSession({ headers }).catch(explain);
      if (!found) return undefined;
      return { user: userFields(found.user), expiresAt: found.session.expiresAt.getTime() };
    },
    { forMs: KNOWN_MS },
  );

  return {
    /** Who is signed in by these headers' cookie. */
    find: async (headers: Headers): Promise<LiveSession | undefined> => {
      const cookie = headers.get('cookie');
      return cookie === null ? undefined : known.get(cookie);
    },

    /** better-auth's own answer to one of `paths`. */
    answer: async (path: AuthPath, headers: Headers, body: unknown): Promise<Response> => {
      const url = new URL(path, options.publicUrl);
      const request = { method: 'POST', headers, body: JSON.stringify(body) };
      const answered = await auth.handler(new Request(url, request));
      known.forget(headers.get('cookie') ?? '');
      if (answered.status < 500) return answered;
      return explain(new Error(`better-auth answered ${answered.status}`));
    },

    /** Lets a person sign in from now on; one who already may is left as they are. */
    createUser: async (person: User & { readonly password: string }): Promise<void> => {
      const { sellerId, staffId, ...always } = person;
      const body = { ...always, ...(sellerId && { sellerId }), ...(staffId && { staffId }) };
      await program.api.signUpEmail({ body }).catch((error: unknown) => {
        const isKnown =
          error instanceof APIError && codeOf(error).startsWith('USER_ALREADY_EXISTS');
        if (!isKnown) throw error;
      });
    },

    /** Takes away the sign-ins of these accounts, with name, e-mail, password and sessions. */
    remove: async (accounts: Accounts): Promise<void> => {
      await removeUsers(pool, accounts);
      known.forget();
    },

    /** As which these accounts sign in. */
    signInsOf: (accounts: Accounts) => signInsOf(pool, accounts),

    close: () => pool.end(),
  };
};

export type Sessions = Awaited<ReturnType<typeof openSessions>>;
