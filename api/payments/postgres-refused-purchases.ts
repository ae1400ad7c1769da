import type { Pool } from 'pg';
import { z } from 'zod';
import { refusalCodes, undecidedCodes } from '#/domain/errors/refused.ts';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import type { RefusalStore } from '#/ledger/idempotency.ts';
import { STORED_HOURS } from './passing-bounds.ts';
import { boundTable } from './postgres-passing-rows.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS checkout;
  CREATE TABLE IF NOT EXISTS checkout.refusal (
    command_id uuid PRIMARY KEY,
    request text NOT NULL,
    code text NOT NULL,
    details jsonb NOT NULL,
    refused_at timestamptz NOT NULL DEFAULT now());
  CREATE INDEX IF NOT EXISTS refusal_age ON checkout.refusal (refused_at);`;

const row = z.object({
  commandId: z.string(),
  request: z.string(),
  code: z.enum(refusalCodes),
  details: z.record(z.string(), z.unknown()),
});

/** A bounded table instead of the log, because strangers can cause any number of refusals. */
export const openRefusedPurchases = async (
  pool: Pool,
  mostKept?: number,
): Promise<RefusalStore> => {
  await applySchema(pool, SCHEMA);
  const enforceBounds = boundTable(pool, {
    table: 'checkout.refusal',
    age: 'refused_at',
    mostKept,
  });

  const find = inBatches({
    width: 1,
    most: 200,
    run: async (commandIds: readonly string[]) => {
      const { rows } = await pool.query({
        name: 'refused purchases',
        text: `SELECT command_id AS "commandId", request, code, details FROM checkout.refusal
          WHERE command_id = ANY($1) AND refused_at > now() - make_interval(hours => $2)`,
        values: [commandIds, STORED_HOURS],
      });
      const refusals = new Map(
        rows.map((each) => {
          const { commandId, ...refusal } = row.parse(each);
          return [commandId, refusal];
        }),
      );
      return commandIds.map((commandId) => refusals.get(commandId));
    },
  });

  return {
    find,
    keep: async (commandId, { request, code, details }) => {
      await pool.query(
        `INSERT INTO checkout.refusal (command_id, request, code, details) VALUES ($1, $2, $3, $4)
         ON CONFLICT (command_id) DO UPDATE
           SET request = $2, code = $3, details = $4, refused_at = now()
           WHERE checkout.refusal.code = ANY($5)`,
        [commandId, request, code, JSON.stringify(details), undecidedCodes],
      );
      await enforceBounds();
    },
  };
};
