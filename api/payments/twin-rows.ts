import type { Pool } from 'pg';
import { z } from 'zod';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { keepPassing, KEPT_HOURS, MOST_KEPT } from './passing-rows.ts';

/** A purchase among its twins. */
interface Purchase {
  readonly commandId: string;
  readonly request: string;
  /** Equal for twins. */
  readonly twin: string;
}

/** The right to buy on behalf of all twins, for a limited time. */
interface TwinTurn {
  readonly turn: string;
  readonly turnMs: number;
}

/** The command that a purchase shares, and its own request. */
export interface TwinPlace {
  readonly request: string;
  readonly sharedCommand: string;
  readonly sharedRequest: string;
}

/** Rows of purchases and the commands that they share; each function is atomic. Times are in milliseconds. */
export interface TwinRows {
  /** Releases a first purchase that is too old or ended without payment (`over`): later purchases are not its twins. */
  readonly letGo: (twin: string, apartMs: number, over?: string) => Promise<void>;
  /** Inserts the first purchase, which holds the turn from the start. @returns false when it or another first one is there */
  readonly beFirst: (purchase: Purchase, turn: TwinTurn) => Promise<boolean>;
  /** Inserts a twin of the first purchase. @returns false when there is no first one, or it is there */
  readonly beTwin: (purchase: Purchase) => Promise<boolean>;
  readonly placeOf: (commandId: string) => Promise<TwinPlace | undefined>;
  /** Returns false while another's turn lasts. */
  readonly takeTurn: (command: string, turn: TwinTurn) => Promise<boolean>;
  readonly giveTurnBack: (command: string, turn: string) => Promise<void>;
  readonly remove: (commandId: string) => Promise<void>;
}

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

const LET_GO = `UPDATE checkout.twin SET is_first = false WHERE twin = $1 AND is_first
  AND (begun_at < clock_timestamp() - $2 * interval '1 millisecond' OR command_id = $3)`;

const BE_FIRST = `INSERT INTO checkout.twin
  (command_id, request, twin, shared_command, shared_request, is_first, turn, turn_until)
  VALUES ($1, $2, $3, $1, $2, true, $4, clock_timestamp() + $5 * interval '1 millisecond')
  ON CONFLICT DO NOTHING`;

const BE_TWIN = `INSERT INTO checkout.twin
  (command_id, request, twin, shared_command, shared_request, is_first, turn, turn_until)
  SELECT $1, $2, twin, command_id, request, false, $1, '-infinity'
    FROM checkout.twin WHERE twin = $3 AND is_first
  ON CONFLICT DO NOTHING`;

const PLACE = `SELECT request, shared_command AS "sharedCommand", shared_request AS "sharedRequest" FROM checkout.twin
  WHERE command_id = $1`;

const TAKE_TURN = `UPDATE checkout.twin SET turn = $2, turn_until = clock_timestamp() + $3 * interval '1 millisecond'
  WHERE command_id = $1 AND turn_until < clock_timestamp()`;

const GIVE_TURN_BACK = `UPDATE checkout.twin SET turn_until = '-infinity' WHERE command_id = $1 AND turn = $2`;

const place = z.object({ request: z.string(), sharedCommand: z.uuid(), sharedRequest: z.string() });

/** Rows in a table of all processes, bounded because strangers fill it; creates it if missing. */
export const openPostgresTwins = async (pool: Pool, mostKept?: number): Promise<TwinRows> => {
  await applySchema(pool, SCHEMA);
  const made = keepPassing(pool, { table: 'checkout.twin', age: 'begun_at', mostKept });
  return {
    letGo: async (twin, apartMs, over) => {
      await pool.query(LET_GO, [twin, apartMs, over]);
    },
    beFirst: async ({ commandId, request, twin }, { turn, turnMs }) => {
      const { rowCount } = await pool.query(BE_FIRST, [commandId, request, twin, turn, turnMs]);
      if (rowCount !== 1) return false;
      await made();
      return true;
    },
    beTwin: async ({ commandId, request, twin }) =>
      (await pool.query(BE_TWIN, [commandId, request, twin])).rowCount === 1,
    placeOf: async (commandId) => {
      const { rows } = await pool.query(PLACE, [commandId]);
      return rows.map((row) => place.parse(row))[0];
    },
    takeTurn: async (command, { turn, turnMs }) =>
      (await pool.query(TAKE_TURN, [command, turn, turnMs])).rowCount === 1,
    giveTurnBack: async (command, turn) => {
      await pool.query(GIVE_TURN_BACK, [command, turn]);
    },
    remove: async (commandId) => {
      await pool.query('DELETE FROM checkout.twin WHERE command_id = $1', [commandId]);
    },
  };
};

interface Row extends Purchase, TwinPlace {
  isFirst: boolean;
  readonly begunAt: number;
  turn: string;
  turnUntil: number;
}

/** Rows in memory, with the same bounds. @param now milliseconds */
export const createMemoryTwins = (now: () => number, mostKept: number = MOST_KEPT): TwinRows => {
  /** The oldest first. */
  const rows = new Map<string, Row>();
  const firsts = new Map<string, Row>();

  const remove = (commandId: string): void => {
    const row = rows.get(commandId);
    if (row?.isFirst) firsts.delete(row.twin);
    rows.delete(commandId);
  };

  const add = (row: Row): void => {
    rows.set(row.commandId, row);
    if (row.isFirst) firsts.set(row.twin, row);
    const since = now() - KEPT_HOURS * 3_600_000;
    for (const { commandId, begunAt } of rows.values()) {
      if (rows.size <= mostKept && begunAt >= since) break;
      remove(commandId);
    }
  };

  return {
    letGo: async (twin, apartMs, over) => {
      const first = firsts.get(twin);
      if (!first || (first.begunAt >= now() - apartMs && first.commandId !== over)) return;
      first.isFirst = false;
      firsts.delete(twin);
    },
    beFirst: async (purchase, { turn, turnMs }) => {
      const { commandId, request, twin } = purchase;
      if (rows.has(commandId) || firsts.has(twin)) return false;
      const begunAt = now();
      const shared = { sharedCommand: commandId, sharedRequest: request };
      add({ ...purchase, ...shared, isFirst: true, begunAt, turn, turnUntil: begunAt + turnMs });
      return true;
    },
    beTwin: async (purchase) => {
      const first = firsts.get(purchase.twin);
      if (!first || rows.has(purchase.commandId)) return false;
      const shared = { sharedCommand: first.commandId, sharedRequest: first.request };
      const noTurn = { turn: purchase.commandId, turnUntil: -Infinity };
      add({ ...purchase, ...shared, ...noTurn, isFirst: false, begunAt: now() });
      return true;
    },
    placeOf: async (commandId) => rows.get(commandId),
    takeTurn: async (command, { turn, turnMs }) => {
      const row = rows.get(command);
      if (!row || row.turnUntil >= now()) return false;
      Object.assign(row, { turn, turnUntil: now() + turnMs });
      return true;
    },
    giveTurnBack: async (command, turn) => {
      const row = rows.get(command);
      if (row?.turn === turn) row.turnUntil = -Infinity;
    },
    remove: async (commandId) => remove(commandId),
  };
};
