import type { Pool } from 'pg';
import { streamOf } from '#/domain/ids.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { saleTable } from '#/projections/sales.ts';
import { viewOf } from '#/projections/engine/define/table-sql.ts';
import { withdrawalTable } from '#/projections/withdrawals.ts';

/** Rows that only an event of the stream itself can have made: a withdrawal is there before its own first event. */
const WITNESSES = [
  { category: 'payment', select: `SELECT payment_id AS id FROM ${viewOf(saleTable)}` },
  {
    category: 'withdrawal',
    select: `SELECT withdrawal_id AS id FROM ${viewOf(withdrawalTable)} WHERE status <> 'PENDING'`,
  },
] as const;

const BATCH = 1_000;

/**
 * Streams of which the log has no event, though the live read models hold what only their events can have made. The log
 * itself shows that something is missing and where, but not whose it was, once nothing of a stream is left. Those whose
 * read models were made again since are not found here.
 */
export const removedStreams = async (
  store: EventStore,
  pool: Pool,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  // The read models first: what happens meanwhile is then in the log for certain.
  const known: string[] = [];
  for (const { category, select } of WITNESSES) {
    const { rows } = await pool.query<{ id: string }>(select);
    for (const { id } of rows) known.push(streamOf(category, id));
  }
  const there = new Set<string>();
  for await (const events of store.readAll({ batchSize: BATCH, signal })) {
    for (const { stream } of events) there.add(stream);
  }
  return known.filter((stream) => !there.has(stream)).toSorted();
};
