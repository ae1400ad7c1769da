import type { Pool } from 'pg';
import { z } from 'zod';
import type { LookUp } from '#/domain/workflows/note-look-up.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import { instantText } from '#/ledger/database/instant-text.ts';
import { LOOK_UPS_KEPT_DAYS, type LookUps } from './look-ups.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS acquiring;
  CREATE TABLE IF NOT EXISTS acquiring.look_up (
    attempt_id uuid PRIMARY KEY,
    times integer NOT NULL,
    last_at timestamptz NOT NULL,
    failure text,
    failed_at timestamptz);
  CREATE INDEX IF NOT EXISTS look_up_age ON acquiring.look_up (last_at);`;

/**
 * Adds look-ups to their rows. Rows are sorted, so that two processes lock them in the same order. Does not wait for the disk: after a crash
 * staff may miss the last questions, which the acquirer was asked nevertheless.
 */
const NOTE = `WITH noted AS (INSERT INTO acquiring.look_up AS it (attempt_id, times, last_at, failure, failed_at)
  SELECT attempt_id, count(*), max(at),
      (array_agg(failure ORDER BY at DESC) FILTER (WHERE failure IS NOT NULL))[1],
      max(at) FILTER (WHERE failure IS NOT NULL)
    FROM unnest($1::uuid[], $2::timestamptz[], $3::text[]) AS noted (attempt_id, at, failure)
    GROUP BY attempt_id ORDER BY attempt_id
  ON CONFLICT (attempt_id) DO UPDATE SET
    times = it.times + excluded.times,
    last_at = greatest(it.last_at, excluded.last_at),
    failure = CASE WHEN excluded.failed_at >= coalesce(it.failed_at, '-infinity')
      THEN excluded.failure ELSE it.failure END,
    failed_at = greatest(it.failed_at, excluded.failed_at))
  SELECT set_config('synchronous_commit', 'off', true)`;

const FORGET = `DELETE FROM acquiring.look_up WHERE attempt_id IN (
  SELECT attempt_id FROM acquiring.look_up WHERE last_at < now() - make_interval(days => $1) LIMIT 1000)`;

const FIND = `SELECT attempt_id AS "attemptId", times, ${instantText('last_at')} AS "lastAt",
  failure, ${instantText('failed_at')} AS "failedAt" FROM acquiring.look_up WHERE attempt_id = ANY($1)`;

const row = z.object({
  attemptId: z.string(),
  times: z.int(),
  lastAt: timestampSchema,
  failure: z.string().nullable(),
  failedAt: timestampSchema.nullable(),
});

/** A look-up waits this long for others, as only staff read it. */
const TOGETHER_MS = 200;

/** Old rows are deleted once per so many look-ups. */
const FORGET_EVERY = 1_000;

interface LookUpOfAttempt extends LookUp {
  readonly attemptId: string;
}

/** Opens the table, which all processes share. `onFailure` gets the error of each look-up that could not be written. */
export const openPostgresLookUps = async (
  pool: Pool,
  onFailure: (error: unknown) => void,
): Promise<LookUps & { readonly finish: () => Promise<void> }> => {
  await applySchema(pool, SCHEMA);
  let counted = 0;
  let lastWrite: Promise<unknown> = Promise.resolve();

  const write = inBatches({
    width: 1,
    most: 500,
    lingerMs: TOGETHER_MS,
    run: async (batch: readonly LookUpOfAttempt[]) => {
      const columns = [
        batch.map(({ attemptId }) => attemptId),
        batch.map(({ at }) => at),
        batch.map(({ failure }) => failure),
      ];
      await pool.query({ name: 'note look-ups', text: NOTE, values: columns });
      const before = counted;
      counted += batch.length;
      if (Math.floor(counted / FORGET_EVERY) > Math.floor(before / FORGET_EVERY))
        // The error is caught, because a failed batch is run again in halves, which would count its look-ups twice.
        await pool.query(FORGET, [LOOK_UPS_KEPT_DAYS]).catch(onFailure);
      return batch;
    },
  });

  return {
    note: (attemptIds, lookUp) => {
      for (const attemptId of attemptIds)
        lastWrite = write({ attemptId, ...lookUp }).catch(onFailure);
    },
    find: async (attemptIds) => {
      // Staff who have just asked an acquirer see their own look-up.
      await lastWrite;
      const { rows } = await pool.query(FIND, [attemptIds]);
      return new Map(
        rows.map((each) => {
          const { attemptId, times, lastAt, failure, failedAt } = row.parse(each);
          const lastFailure =
            failure === null || failedAt === null ? null : { cause: failure, at: failedAt };
          return [attemptId, { times, lastAt, lastFailure }];
        }),
      );
    },
    /** Resolves once all look-ups noted before are written. */
    finish: async () => {
      await lastWrite;
    },
  };
};
