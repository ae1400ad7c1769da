import type { Pool } from 'pg';
import { z } from 'zod';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { boundTable } from './postgres-passing-rows.ts';
import type { TwinRows } from './twin-rows.ts';

/** The columns `turn` and `turn_until` hold the lease. */
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

const END_SHARING = `UPDATE checkout.twin SET is_first = false WHERE twin = $1 AND is_first
  AND (begun_at < clock_timestamp() - $2 * interval '1 millisecond' OR command_id = $3)`;

const INSERT_FIRST = `INSERT INTO checkout.twin
  (command_id, request, twin, shared_command, shared_request, is_first, turn, turn_until)
  VALUES ($1, $2, $3, $1, $2, true, $4, clock_timestamp() + $5 * interval '1 millisecond')
  ON CONFLICT DO NOTHING`;

const INSERT_TWIN = `INSERT INTO checkout.twin
  (command_id, request, twin, shared_command, shared_request, is_first, turn, turn_until)
  SELECT $1, $2, twin, command_id, request, false, $1, '-infinity'
    FROM checkout.twin WHERE twin = $3 AND is_first
  ON CONFLICT DO NOTHING`;

const SELECT_PLACE = `SELECT request, shared_command AS "sharedCommand", shared_request AS "sharedRequest" FROM checkout.twin
  WHERE command_id = $1`;

const TAKE_LEASE = `UPDATE checkout.twin SET turn = $2, turn_until = clock_timestamp() + $3 * interval '1 millisecond'
  WHERE command_id = $1 AND turn_until < clock_timestamp()`;

const RELEASE_LEASE = `UPDATE checkout.twin SET turn_until = '-infinity' WHERE command_id = $1 AND turn = $2`;

const place = z.object({ request: z.string(), sharedCommand: z.uuid(), sharedRequest: z.string() });

/** The purchases of `TwinRows` in a table that all processes share. It is bounded because strangers fill it. */
export const openPostgresTwins = async (pool: Pool, mostKept?: number): Promise<TwinRows> => {
  await applySchema(pool, SCHEMA);
  const enforceBounds = boundTable(pool, { table: 'checkout.twin', age: 'begun_at', mostKept });
  const add = async (statement: string, values: readonly unknown[]): Promise<boolean> => {
    const { rowCount } = await pool.query(statement, [...values]);
    if (rowCount !== 1) return false;
    await enforceBounds();
    return true;
  };
  return {
    endSharing: async (twin, apartMs, endedCommand) => {
      await pool.query(END_SHARING, [twin, apartMs, endedCommand]);
    },
    addFirst: ({ commandId, request, twin }, { lease, leaseMs }) =>
      add(INSERT_FIRST, [commandId, request, twin, lease, leaseMs]),
    addTwin: ({ commandId, request, twin }) => add(INSERT_TWIN, [commandId, request, twin]),
    findPlace: async (commandId) => {
      const { rows } = await pool.query(SELECT_PLACE, [commandId]);
      return rows.map((row) => place.parse(row))[0];
    },
    takeLease: async (command, { lease, leaseMs }) =>
      (await pool.query(TAKE_LEASE, [command, lease, leaseMs])).rowCount === 1,
    releaseLease: async (command, lease) => {
      await pool.query(RELEASE_LEASE, [command, lease]);
    },
    remove: async (commandId) => {
      await pool.query('DELETE FROM checkout.twin WHERE command_id = $1', [commandId]);
    },
  };
};
