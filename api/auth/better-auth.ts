import { AsyncLocalStorage } from 'node:async_hooks';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import pg from 'pg';
import { roles } from '#/api/contract/roles.ts';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#/domain/staff/password-length.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import { sessionLock } from '#/ledger/database/advisory-locks.ts';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { backOffSchema } from './back-off.ts';
import type { FailureReportingPool } from './failure-reporting-pool.ts';
import { blockLinkSchema } from './links/block-links.ts';
import { emailChangeSchema } from './links/email-changes.ts';
import { invitationSchema } from './links/invitations.ts';
import { impersonationSchema } from './impersonation/impersonations.ts';
import { membershipSchema } from './memberships.ts';
import type { PasswordHashes } from './passwords/password-hashes.ts';
import { endedSessionSchema, KEEP_END } from './session-end/ended-sessions.ts';
import { preferenceSchema } from './preferences.ts';
import { factorResetSchema } from './second-factor/factor-resets.ts';
import { secondFactorSchema } from './second-factor/second-factors.ts';
import { recoverySchema } from './links/recovery-links.ts';
import { registrationSchema } from './links/registration-links.ts';
import { staffInvitationSchema } from './links/staff-invitations.ts';

const SCHEMA = 'auth';
/** Of any role; a session is shortened once it has a membership. */
const LONGEST_SESSION_SECONDS =
  Math.max(...Object.values(roles).map(({ session }) => session.days)) * 24 * 60 * 60;

export const optionsOf = (pool: FailureReportingPool, secret: string, publicUrl: string) => ({
  baseURL: publicUrl,
  basePath: '/api/auth',
  secret,
  database: pool,
  telemetry: { enabled: false },
  logger: { disabled: true },
  session: { expiresIn: LONGEST_SESSION_SECONDS, disableSessionRefresh: true },
  // The API handles limits, origins and addresses itself.
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

/** The stored hash with which a sign-in compared its password. Another request may replace the stored hash meanwhile. */
export const comparedHash = new AsyncLocalStorage<{ hash?: string }>();

const ownField = { type: 'string', input: false, required: false } as const;

/** Stores why a session ended. better-auth is about to delete it, as it does when the cookie of an expired session arrives. */
const keepEnd = async (pool: FailureReportingPool, sessionId: string): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query(KEEP_END, [sessionId]);
  } finally {
    client.release();
  }
};

/** Creates the better-auth instance. It offers no sign-up. */
export const createAuth = (options: ReturnType<typeof optionsOf>, passwords: PasswordHashes) =>
  betterAuth({
    ...options,
    databaseHooks: {
      session: { delete: { before: ({ id }) => keepEnd(options.database, id) } },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      // The deadline pauses: after a hash on a slow CPU, its error would blame the database.
      password: {
        hash: (password) => withDeadlinePaused(() => passwords.hash(password)),
        verify: (given) => {
          const compared = comparedHash.getStore();
          if (compared) compared.hash = given.hash;
          return withDeadlinePaused(() => passwords.verify(given));
        },
      },
    },
    session: {
      ...options.session,
      additionalFields: {
        kind: ownField,
        personId: ownField,
        platformId: ownField,
        // When the user last gave the password or a code, at the sign-in or again.
        provenAt: { ...ownField, type: 'date' },
        // Proofs before this time do not count, not even the sign-in.
        unprovenAt: { ...ownField, type: 'date' },
        // When the user showed the second factor.
        factorAt: { ...ownField, type: 'date' },
      },
    },
  });

export type Auth = ReturnType<typeof createAuth>;

/** The tables beside those of better-auth. */
const OUR_TABLES = [
  backOffSchema,
  invitationSchema,
  recoverySchema,
  staffInvitationSchema,
  registrationSchema,
  blockLinkSchema,
  emailChangeSchema,
  membershipSchema,
  endedSessionSchema,
  preferenceSchema,
  impersonationSchema,
  secondFactorSchema,
  factorResetSchema,
];

export const migrate = async (pool: pg.Pool, auth: Auth): Promise<void> => {
  const client = await pool.connect();
  try {
    // Serialises migrations of processes that start at once.
    await client.query(sessionLock('razao auth migrations'));
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    const { runMigrations } = await getMigrations(auth.options);
    await runMigrations();
    await applySchema(pool, OUR_TABLES.join('\n'));
  } finally {
    // Closing the connection frees the lock. On a broken connection an unlock query would fail.
    client.release(true);
  }
};

export const openPool = (databaseUrl: string): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    options: `-c search_path=${SCHEMA}`,
    max: 5,
    connectionTimeoutMillis: 3_000,
    // A hanging query must not block the next caller.
    query_timeout: 3_500,
    // Connections opened while Postgres was read-only would stay read-only.
    maxLifetimeSeconds: 60,
  });
  // The pool replaces a broken idle connection on the next use.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};
