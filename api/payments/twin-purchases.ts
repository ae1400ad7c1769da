import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import { Rejected } from '#/api/http/problem.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import { Refused } from '#/domain/errors.ts';
import { applySchema } from '#/ledger/apply-schema.ts';
import { requestDigest } from '#/ledger/derived-id.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { derivedKey } from '#/ledger/vault/cipher.ts';
import { keepPassing } from './passing-rows.ts';

/**
 * Makes one press on Pay one purchase, even if the browser sent it twice under different keys: a second tab, a reload, a
 * bouncing mouse. Equal purchases of one browser within a minute are twins. They share one command, hence one payment: one of
 * them holds the turn and buys, the others wait for its answer. Double charging is prevented by the event log alone; the
 * table only says which purchases share a command, so its rows matter only while keys may be repeated.
 */

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS checkout;
  CREATE TABLE IF NOT EXISTS checkout.twin (
    command_id uuid PRIMARY KEY,
    request text NOT NULL,
    twin text NOT NULL,
    shared_command uuid NOT NULL,
    shared_request text NOT NULL,
    is_first boolean NOT NULL,
    begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    turn uuid NOT NULL,
    turn_until timestamptz NOT NULL);
  CREATE UNIQUE INDEX IF NOT EXISTS twin_first ON checkout.twin (twin) WHERE is_first;
  CREATE INDEX IF NOT EXISTS twin_age ON checkout.twin (begun_at);`;

export const createTwinTable = (pool: Pool): Promise<void> => applySchema(pool, SCHEMA);

/** Progress of a purchase: sent to its acquirer, answered, or ended without payment, which releases its twins. */
type Stage = 'asked' | 'answered' | 'ended';

export interface KnownPurchase<Result> {
  readonly stage: Stage;
  readonly result: Result;
}

export interface PurchaseSteps<Result> {
  /** Returns what is recorded under a command; undefined before the request. */
  readonly known: (commandId: string) => Promise<KnownPurchase<Result> | undefined>;
  /** Requests and charges the payment. */
  readonly buy: (context: KeyedContext) => Promise<Result>;
}

export interface TwinPurchases {
  /**
   * Buys, or waits for the twin that is buying. @param order all values by which two purchases are the same, with the browser's
   * secret; only a keyed digest of `order` is stored
   * @returns the purchase, perhaps still without its acquirer's answer
   * @throws Refused `idempotency/key-reused`, Rejected `service/unavailable`, and what the steps throw
   */
  readonly buyOnce: <Result>(
    own: KeyedContext,
    order: unknown,
    steps: PurchaseSteps<Result>,
  ) => Promise<Result>;
}

export interface TwinTimes {
  /** Longest time between the first purchase and a twin. */
  readonly apartMs: number;
  /**
   * Expiry of a turn that is not given back. A turn matters only until the payment is recorded; the request has the four
   * seconds of `request-deadline.ts` for that, and writes nothing after them.
   */
  readonly turnMs: number;
  /** Longest wait of a twin for an answer; browsers wait 30 s. */
  readonly waitMs: number;
}

const TIMES: TwinTimes = { apartMs: 60_000, turnMs: 6_000, waitMs: 20_000 };
const LOOKS_EVERY_MS = 100;

/** Releases a first purchase that is too old or ended without payment: later purchases are not its twins. */
const LET_GO = `UPDATE checkout.twin SET is_first = false WHERE twin = $1 AND is_first
  AND (begun_at < clock_timestamp() - $2 * interval '1 millisecond' OR command_id = $3)`;

/** Inserts the first purchase, which holds the turn from the start. */
const BE_FIRST = `INSERT INTO checkout.twin
  (command_id, request, twin, shared_command, shared_request, is_first, turn, turn_until)
  VALUES ($1, $2, $3, $1, $2, true, $4, clock_timestamp() + $5 * interval '1 millisecond')
  ON CONFLICT DO NOTHING`;

const BE_TWIN = `INSERT INTO checkout.twin
  (command_id, request, twin, shared_command, shared_request, is_first, turn, turn_until)
  SELECT $1, $2, twin, command_id, request, false, $1, '-infinity'
    FROM checkout.twin WHERE twin = $3 AND is_first
  ON CONFLICT DO NOTHING`;

const WHAT_IT_SHARES = `SELECT request, shared_command AS command, shared_request FROM checkout.twin
  WHERE command_id = $1`;

const TAKE_TURN = `UPDATE checkout.twin SET turn = $2, turn_until = clock_timestamp() + $3 * interval '1 millisecond'
  WHERE command_id = $1 AND turn_until < clock_timestamp()`;

const GIVE_TURN_BACK = `UPDATE checkout.twin SET turn_until = '-infinity' WHERE command_id = $1 AND turn = $2`;

const sharing = z.object({ request: z.string(), command: z.uuid(), shared_request: z.string() });

/** The command that a purchase shares with its twins. */
interface Shared {
  readonly context: KeyedContext;
  /** Set for the first purchase; undefined for twins and retries. */
  readonly turn: string | undefined;
  readonly isNew: boolean;
}

/** Maximum attempts to join: a concurrent twin may release the first purchase in between. */
const MOST_TRIES = 5;

const busy = (): Rejected =>
  new Rejected('service/unavailable', { headers: { 'Retry-After': '2' } });

/** Stores which purchases share a command, for all processes on one database. */
const openPlaces = async (pool: Pool, { apartMs, turnMs }: TwinTimes, mostKept?: number) => {
  await createTwinTable(pool);
  const made = keepPassing(pool, { table: 'checkout.twin', age: 'begun_at', mostKept });

  const join = async (own: KeyedContext, twin: string, over?: string): Promise<Shared> => {
    const { commandId, request } = own;
    const turn = randomUUID();
    let isNew = false;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      await pool.query(LET_GO, [twin, apartMs, over]);
      const first = await pool.query(BE_FIRST, [commandId, request, twin, turn, turnMs]);
      if (first.rowCount === 1) {
        await made();
        return { context: own, turn, isNew: true };
      }
      const { rows } = await pool.query(WHAT_IT_SHARES, [commandId]);
      const place = rows.map((row) => sharing.parse(row))[0];
      if (place) {
        if (place.request !== request) throw new Refused('idempotency/key-reused');
        const { command, shared_request: sharedRequest } = place;
        const context = { ...own, commandId: command, request: sharedRequest };
        return { context, turn: undefined, isNew };
      }
      isNew = (await pool.query(BE_TWIN, [commandId, request, twin])).rowCount === 1;
    }
    throw busy();
  };

  return {
    join,
    /** Leaves a first purchase that has ended, and joins again. */
    leave: async (own: KeyedContext, twin: string, over: string): Promise<Shared> => {
      await pool.query('DELETE FROM checkout.twin WHERE command_id = $1', [own.commandId]);
      return join(own, twin, over);
    },
    takeTurn: async (command: string): Promise<string | undefined> => {
      const turn = randomUUID();
      const { rowCount } = await pool.query(TAKE_TURN, [command, turn, turnMs]);
      return rowCount === 1 ? turn : undefined;
    },
    /** Gives a turn back; if that fails, it expires. */
    giveTurnBack: async (command: string, turn: string): Promise<void> => {
      await pool.query(GIVE_TURN_BACK, [command, turn]).catch(() => undefined);
    },
  };
};

export const openTwinPurchases = async (
  pool: Pool,
  secret: Buffer,
  { mostKept, ...given }: Partial<TwinTimes> & { readonly mostKept?: number } = {},
): Promise<TwinPurchases> => {
  const times = { ...TIMES, ...given };
  const places = await openPlaces(pool, times, mostKept);
  const key = derivedKey(secret, 'twin purchases');

  const buyInTurn = async <Result>(
    { context, turn }: Shared & { readonly turn: string },
    { buy }: PurchaseSteps<Result>,
  ): Promise<Result> => {
    try {
      return await buy(context);
    } finally {
      await places.giveTurnBack(context.commandId, turn);
    }
  };

  /** Polls until the purchase is answered; takes the turn if its holder recorded nothing. */
  const follow = async <Result>(shared: Shared, steps: PurchaseSteps<Result>): Promise<Result> => {
    const { commandId } = shared.context;
    const until = performance.now() + times.waitMs;
    for (;;) {
      const found = await steps.known(commandId);
      if (found && found.stage !== 'asked') return found.result;
      const turn = found ? undefined : await places.takeTurn(commandId);
      // The former holder may have recorded a payment since the check.
      const late = turn === undefined ? undefined : await steps.known(commandId);
      if (turn !== undefined && !late) return buyInTurn({ ...shared, turn }, steps);
      if (turn !== undefined) await places.giveTurnBack(commandId, turn);
      if (performance.now() > until) {
        if (found) return found.result;
        throw busy();
      }
      // This waits for an acquirer, so it does not count against the request's deadline.
      await withDeadlinePaused(() => delay(LOOKS_EVERY_MS));
    }
  };

  return {
    buyOnce: async (own, order, steps) => {
      if (own.request === undefined) return steps.buy(own);
      const twin = requestDigest(key, order);
      let shared = await places.join(own, twin);
      if (shared.isNew && shared.turn === undefined) {
        const { commandId: first } = shared.context;
        const found = await steps.known(first);
        if (found?.stage === 'ended') shared = await places.leave(own, twin, first);
      }
      const { turn } = shared;
      return turn === undefined ? follow(shared, steps) : buyInTurn({ ...shared, turn }, steps);
    },
  };
};
