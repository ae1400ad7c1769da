import type { Pool } from 'pg';
import type { Clock } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { Accounts } from '#/ledger/vault/accounts.ts';
import type { OneCopy } from '#/ledger/database/one-copy.ts';
import type { RequestLimits } from '#/api/http/request-limits.ts';
import { abortAfter } from '#/ledger/concurrency/abort-after.ts';
import { backOffOf, createBackOff } from './back-off.ts';
import { createAuth, migrate, openPool, optionsOf, type Auth } from './better-auth.ts';
import { scryptHashes, type PasswordHashes } from './passwords/password-hashes.ts';
import { withCurrentPassword } from './passwords/current-password.ts';
import { createPreferences } from './preferences.ts';
import {
  END_PROOF,
  endProofs,
  proveByCode,
  readProofAge,
  provePassword,
} from './proven-session.ts';
import { findAccessPause } from './withdrawal-pause.ts';
import { FailureReportingPool } from './failure-reporting-pool.ts';
import { createDeviceCookies, isStillKnown, type Device } from './device-cookie.ts';
import {
  createSessionReads,
  sessionCookieIn,
  type LiveSession,
  type SessionUse,
} from './live-session.ts';
import {
  createEndedSessions,
  endBy,
  endSessions,
  type EndedSession,
} from './session-end/ended-sessions.ts';
import { createOpenSessions } from './open-sessions.ts';
import { createMailedLinks } from './links/mailed-links.ts';
import {
  createMemberships,
  eraseAccess,
  removeMemberships,
  type Membership,
  type Memberships,
} from './memberships.ts';
import { createFactorResets } from './second-factor/factor-resets.ts';
import { createImpersonations } from './impersonation/impersonations.ts';
import { createSecondFactors, type SecondFactors } from './second-factor/second-factors.ts';
import { withSecondFactor, type SignedIn } from './second-factor/with-second-factor.ts';
import { createHashQueue } from './hash-queue.ts';
import { setPassword, type NewUser } from './user.ts';
import { signInsOf, userOf } from './users-of-accounts.ts';

/** How long a new password may wait for its hash. */
const LONGEST_TURN_MS = 4_000;

/** The better-auth paths in use. */
type AuthPath = '/api/auth/sign-in/email' | '/api/auth/sign-out';

const OF_USER = '"userId" = $1';
/** `TOLD`: the event of the new password says why the sessions ended. */
const END_ALL = endBy('TOLD', OF_USER);
const END_OTHERS = endBy('TOLD', `${OF_USER} AND id <> $2`);

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly rememberMe?: boolean | undefined;
  /** A code of the second factor, or a recovery code. */
  readonly code?: string | undefined;
}

interface Ending {
  /** The sessions that this sign-in or sign-out ended. */
  readonly ended: readonly EndedSession[];
}

/** Signs in and out through better-auth; throws the database errors that better-auth hides. */
const createSignInAndOut = (dependencies: {
  readonly pool: Pool;
  readonly reportingPool: FailureReportingPool;
  readonly auth: Auth;
  readonly publicUrl: string;
  readonly factors: SecondFactors;
  readonly find: (headers: Headers, by: SessionUse) => Promise<LiveSession | undefined>;
  readonly forget: (cookie: string | undefined) => void;
}) => {
  const { pool, reportingPool, auth, publicUrl, factors, find, forget } = dependencies;
  const ask = async (path: AuthPath, headers: Headers, body: unknown): Promise<Response> => {
    const url = new URL(path, publicUrl);
    const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const answered = await reportingPool.ask(() => auth.handler(request));
    if (answered.status < 500) return answered;
    throw new Error(`better-auth answered ${answered.status}`);
  };
  const end = async (cause: 'ASKED' | 'REPLACED', headers: Headers, { id }: LiveSession) => {
    const { ended } = await endSessions(pool, cause, 'id = $1', [id]);
    forget(sessionCookieIn(headers.get('cookie'), publicUrl));
    return ended;
  };
  return {
    /** A sign-in ends the session that it replaces. */
    signIn: async (
      headers: Headers,
      { code, ...credentials }: Credentials,
    ): Promise<SignedIn & Ending> => {
      const replaced = await find(headers, 'watches');
      const signedIn = await withSecondFactor({ pool, factors }, code, () =>
        withCurrentPassword(pool, () => ask('/api/auth/sign-in/email', headers, credentials)),
      );
      const isReplaced = replaced !== undefined && signedIn.answered.ok;
      return { ...signedIn, ended: isReplaced ? await end('REPLACED', headers, replaced) : [] };
    },
    signOut: async (headers: Headers): Promise<Pick<SignedIn, 'answered'> & Ending> => {
      const session = await find(headers, 'watches');
      const ended = session === undefined ? [] : await end('ASKED', headers, session);
      return { answered: await ask('/api/auth/sign-out', headers, {}), ended };
    },
  };
};

const createUsers = (dependencies: {
  readonly pool: Pool;
  readonly auth: Auth;
  readonly hashQueue: ReturnType<typeof createHashQueue>;
  readonly memberships: Memberships;
  readonly forget: () => void;
}) => {
  const { pool, auth, hashQueue, memberships, forget } = dependencies;
  const endAll = async (userId: string): Promise<void> =>
    void (await pool.query(END_ALL, [userId]));
  return {
    /** Creates the user if absent, and gives them a membership. A password that the user already has stays. */
    createUser: async ({ membership, ...user }: NewUser & { readonly membership: Membership }) => {
      await memberships.join(user, membership);
      if (!(await userOf(pool, user.email))) await setPassword(auth, user, endAll);
    },

    /** @param email in lower case */
    userOf: (email: string) => userOf(pool, email),

    /** Sets a user's password, and ends all their sessions. */
    setPassword: async (user: Pick<NewUser, 'email' | 'password'>): Promise<void> => {
      await abortAfter(LONGEST_TURN_MS, (signal) =>
        hashQueue.take('knownDevice', signal, () => setPassword(auth, user, endAll)),
      );
      forget();
    },

    /** Sets the password of a session's user; ends their other sessions, and the step-up of this one. */
    changePassword: async ({ id, user }: LiveSession, password: string): Promise<void> => {
      const endOthers = async (userId: string): Promise<void> => {
        await pool.query(END_OTHERS, [userId, id]);
        await pool.query(END_PROOF, [id]);
      };
      const changed = { email: user.email, password };
      await abortAfter(LONGEST_TURN_MS, (signal) =>
        hashQueue.take('knownDevice', signal, () => setPassword(auth, changed, endOthers)),
      );
      forget();
    },

    /** Removes memberships, and users who then have none. */
    removeMemberships: async (accounts: Accounts): Promise<void> => {
      await removeMemberships(pool, accounts);
      forget();
    },

    /** As `removeMemberships`, and removes links: for erased people. */
    erase: async (accounts: Accounts): Promise<void> => {
      await eraseAccess(pool, accounts);
      forget();
    },

    signInsOf: (accounts: Accounts) => signInsOf(pool, accounts),
  };
};

interface SessionsOptions {
  readonly databaseUrl: string;
  /** Signs cookies; at least 32 characters, the same in every process. */
  readonly secrets: { readonly sessionSecret: string };
  readonly publicUrl: string;
  /** Without it, connections could lead to the former copy of the database after a failover. */
  readonly copy?: OneCopy;
  readonly limits?: Pick<RequestLimits, 'signIn'>;
  /** scrypt by default. */
  readonly passwords?: PasswordHashes;
  /** By default the clock of the process. */
  readonly clock?: Clock;
}

/** Opens credentials and sessions, which better-auth stores in the schema `auth`. */
export const openSessions = async (options: SessionsOptions) => {
  const { databaseUrl, publicUrl, limits = {} } = options;
  const { passwords = scryptHashes, clock = thisMachine } = options;
  const { sessionSecret: secret } = options.secrets;
  const pool = openPool(databaseUrl);
  options.copy?.follow(pool);
  const reportingPool = new FailureReportingPool(pool);
  const auth = createAuth(optionsOf(reportingPool, secret, publicUrl), passwords);
  await migrate(pool, auth).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const reads = createSessionReads({ pool, reportingPool, auth, publicUrl, clock });
  const { find, findAgain, forget, goesOn } = reads;
  const backOff = createBackOff({ pool, secret, limits: backOffOf(limits.signIn) });
  const hashQueue = createHashQueue();
  const factors = createSecondFactors(pool, { secret, forget });
  const resets = createFactorResets(pool, { forget });
  const sessionIdOf = async (headers: Headers) => (await find(headers, 'watches'))?.id;
  const impersonations = createImpersonations(pool, forget);
  const memberships = createMemberships(pool, { sessionIdOf, forget });
  const ended = createEndedSessions(pool);
  const links = createMailedLinks(pool, { secret, publicUrl, forget });

  return {
    /** Finds the session of a cookie. */
    find,
    findAgain,
    goesOn,

    ...createSignInAndOut({ pool, reportingPool, auth, publicUrl, factors, find, forget }),

    factors,
    resets,

    endAll: async ({ userId }: LiveSession): Promise<readonly EndedSession[]> => {
      const { ended: all } = await endSessions(pool, 'EVERYWHERE', OF_USER, [userId]);
      forget();
      return all;
    },

    ...createOpenSessions(pool, forget),

    /** Checks the password of the session's user. @returns whether the proof was recorded */
    prove: (session: LiveSession, password: string) =>
      provePassword({ pool, auth, session, password }),
    proveByCode: (session: LiveSession) => proveByCode(pool, session),
    endProofs: (of: Pick<Membership, 'kind' | 'personId'>) => endProofs(pool, of),
    /** As `readProofAge` of `proven-session.ts`. */
    readProofAge: (session: LiveSession) => readProofAge(pool, session),

    /** Returns the end of the pause of a seller's withdrawals after a new password, e-mail or second factor; undefined without a pause. */
    findWithdrawalPause: (sellerId: string) => findAccessPause(pool, sellerId),

    hashQueue,
    backOff,
    ...links,
    devices: createDeviceCookies({ secret, isSecure: publicUrl.startsWith('https:') }),
    isStillKnown: (email: string, device: Device) => isStillKnown(pool, email, device),

    sweep: async (): Promise<void> => {
      await backOff.sweep();
      await links.recovery.sweep();
      await links.registration.sweep();
      await links.blocking.sweep();
      await links.emailChanges.sweep();
      await resets.sweep();
      await ended.sweep();
    },

    preferences: createPreferences(pool),
    memberships,
    impersonations,
    ended,
    ...createUsers({ pool, auth, hashQueue, memberships, forget }),

    close: () => pool.end(),
  };
};

export type Sessions = Awaited<ReturnType<typeof openSessions>>;
