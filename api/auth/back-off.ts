import { growingPauses } from '#/domain/values/backoff.ts';
import { LRUCache } from 'lru-cache';
import { createHmac } from 'node:crypto';
import type { Pool } from 'pg';
import { householdOf } from '#/api/http/client-address.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { Limit } from '#/api/http/request-limits.ts';
import { derivedKey } from '#/ledger/vault/cipher.ts';
import { thisMachine } from '#/ledger/machine.ts';

/**
 * Slows down password attempts. Counts are in Postgres, shared by all processes; their keys are keyed digests of accounts, devices and
 * addresses.
 */

/** How long to wait after `free` unsuccessful attempts, in seconds. */
export interface Growth {
  readonly free: number;
  /** Each further wait is twice as long. */
  readonly firstWait: number;
  readonly longestWait: number;
  /** The count begins again after this long without an attempt. */
  readonly quiet: number;
}

export interface BackOffLimits {
  /** For attempts from one address by unknown devices. */
  readonly address: Growth;
  /** For attempts at one account by unknown devices, and for those of each known device. */
  readonly account: Growth;
}

const LONGEST_WAIT = 15 * 60;

/** Lets strangers guess about four times an hour at one account. */
const ofAccount: Growth = {
  free: 5,
  firstWait: 30,
  longestWait: LONGEST_WAIT,
  quiet: 24 * 60 * 60,
};

const endless: Growth = { free: 1_000_000_000, firstWait: 0, longestWait: 0, quiet: 60 };

/** @param limit for one address; undefined for tests that sign many people in from one machine */
export const backOffOf = (limit: Limit | undefined): BackOffLimits =>
  limit === undefined
    ? { address: endless, account: endless }
    : {
        address: { ...ofAccount, free: limit.points, quiet: limit.seconds },
        account: ofAccount,
      };

export const backOffSchema = `
  CREATE TABLE IF NOT EXISTS auth.back_off (
    key bytea PRIMARY KEY,
    tries integer NOT NULL,
    free_at timestamptz NOT NULL,
    forgotten_at timestamptz NOT NULL);
  CREATE INDEX IF NOT EXISTS back_off_forgotten ON auth.back_off (forgotten_at);`;

/** Rows that a sweep leaves at most. */
const MOST_ROWS = 100_000;

/**
 * Counts an attempt, unless a wait is under way. Runs before the password is checked, so that each of several concurrent attempts counts.
 * `clock_timestamp()` is the time at which the row was locked; `now()` is earlier.
 * $2 = `free`, $3 = the waits, $4 = `quiet`; the times are in seconds.
 */
const TRY = `
  INSERT INTO auth.back_off AS known (key, tries, free_at, forgotten_at)
  VALUES ($1, 1, now(), now() + make_interval(secs => $4))
  ON CONFLICT (key) DO UPDATE SET (tries, free_at, forgotten_at) = (
    SELECT count, now() + wait, now() + wait + make_interval(secs => $4)
    FROM (SELECT CASE WHEN known.forgotten_at <= now() THEN 1 ELSE known.tries + 1 END) AS n(count),
    LATERAL (SELECT make_interval(secs => CASE WHEN count < $2 THEN 0
      ELSE ($3::float8[])[least(count - $2 + 1, cardinality($3::float8[]))] END)) AS w(wait))
  WHERE known.free_at <= clock_timestamp()
  RETURNING tries`;

const WAIT = `SELECT ceil(extract(epoch FROM free_at - now()))::int AS seconds FROM auth.back_off WHERE key = $1`;

const MOST_CACHED_WAITS = 10_000;

/** Caches waits, so that attempts during a wait are refused without a query. */
const createWaitCache = (nowMs: () => number) => {
  /** The end of each wait, in Unix milliseconds. */
  const endsAt = new LRUCache<string, number>({ max: MOST_CACHED_WAITS });
  return {
    /** @throws Rejected `rate/limited` */
    check: (key: string): void => {
      const leftMs = (endsAt.peek(key) ?? 0) - nowMs();
      if (leftMs > 0) throw tooMany(Math.ceil(leftMs / 1_000));
      endsAt.delete(key);
    },
    keep: (key: string, seconds: number): void => void endsAt.set(key, nowMs() + seconds * 1_000),
    forget: (key: string): void => void endsAt.delete(key),
  };
};

const tooMany = (seconds: number): Rejected =>
  new Rejected('rate/limited', { headers: { 'Retry-After': String(Math.max(1, seconds)) } });

export interface AttemptSource {
  readonly email: string;
  readonly address: string;
  /** Id from the cookie of a device that signed in to this account before. */
  readonly device: string | undefined;
}

/** Counts one attempt: `check`, `begin`, then `succeed`, `undo` or, after a failure, nothing. */
export interface AttemptGuard {
  /** Refuses attempts during a cached wait. @throws Rejected `rate/limited` */
  readonly check: () => void;
  /** @returns the attempt's number since the last success or long pause, from 1 @throws Rejected `rate/limited` */
  readonly begin: () => Promise<number>;
  /** Ends a successful attempt, and deletes the count of the account or device. @returns how many attempts it counted before this one */
  readonly succeed: () => Promise<number>;
  /** Takes the attempt back; earlier failures still count. */
  readonly undo: () => Promise<void>;
}

export interface BackOff {
  readonly of: (tried: AttemptSource) => AttemptGuard;
  /** The number of the attempt after which an account's first wait begins. */
  readonly suspendedAt: number;
  /** Deletes expired rows, and those beyond `MOST_ROWS` that expire first. */
  readonly sweep: () => Promise<void>;
}

/** Counts attempts by key, in Postgres. Keys are in hexadecimal. */
const createCounts = (pool: Pool, waits: ReturnType<typeof createWaitCache>) => {
  const count = async (hex: string, growth: Growth): Promise<number> => {
    const bytes = Buffer.from(hex, 'hex');
    const { free, firstWait, longestWait, quiet } = growth;
    const waitsAfter = growingPauses({ first: firstWait, longest: longestWait });
    const parameters = [bytes, free, waitsAfter, quiet];
    const { rows } = await pool.query<{ tries: number }>(TRY, parameters);
    if (rows[0]) return rows[0].tries;
    const { rows: waiting } = await pool.query<{ seconds: number }>(WAIT, [bytes]);
    const seconds = Math.max(1, waiting[0]?.seconds ?? 1);
    waits.keep(hex, seconds);
    throw tooMany(seconds);
  };

  const forget = async (hex: string): Promise<number> => {
    waits.forget(hex);
    const { rows } = await pool.query<{ tries: number }>(
      'DELETE FROM auth.back_off WHERE key = $1 RETURNING tries',
      [Buffer.from(hex, 'hex')],
    );
    return Math.max(0, (rows[0]?.tries ?? 1) - 1);
  };

  const giveBack = async (hex: string): Promise<void> => {
    waits.forget(hex);
    await pool.query(
      'UPDATE auth.back_off SET tries = greatest(tries - 1, 0), free_at = now() WHERE key = $1',
      [Buffer.from(hex, 'hex')],
    );
  };

  return { count, forget, giveBack };
};

export const createBackOff = (options: {
  readonly pool: Pool;
  /** At least 32 characters, the same in every process. */
  readonly secret: string;
  readonly limits: BackOffLimits;
  readonly nowMs?: () => number;
}): BackOff => {
  const { pool, limits, nowMs = thisMachine.wallMs } = options;
  const key = derivedKey(Buffer.from(options.secret), 'sign-in back-off');
  const waits = createWaitCache(nowMs);
  const digest = (...of: readonly string[]): string =>
    createHmac('sha256', key).update(JSON.stringify(of)).digest('hex');

  const { count, forget, giveBack } = createCounts(pool, waits);

  return {
    of: ({ email, address, device }) => {
      const account = email.trim().toLowerCase();
      // A known device has a count of its own, so that strangers who try the account do not slow it down.
      const ownKey =
        device === undefined ? digest('account', account) : digest('device', account, device);
      const addressKey = device === undefined ? digest('address', householdOf(address)) : undefined;
      return {
        check: () => {
          if (addressKey) waits.check(addressKey);
          waits.check(ownKey);
        },
        begin: async () => {
          if (addressKey) await count(addressKey, limits.address);
          return count(ownKey, limits.account);
        },
        succeed: async () => {
          if (addressKey) await giveBack(addressKey);
          return forget(ownKey);
        },
        undo: async () => {
          if (addressKey) await giveBack(addressKey);
          await giveBack(ownKey);
        },
      };
    },
    suspendedAt: limits.account.free,
    sweep: async () => {
      await pool.query('DELETE FROM auth.back_off WHERE forgotten_at < now()');
      await pool.query(
        `DELETE FROM auth.back_off WHERE key IN (
          SELECT key FROM auth.back_off ORDER BY forgotten_at DESC OFFSET $1)`,
        [MOST_ROWS],
      );
    },
  };
};
