import type { Pool } from 'pg';
import { streamOf } from '#/domain/values/ids.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { saleTable } from '#/projections/sales.ts';
import { viewOf } from '#/projections/engine/define/table-sql.ts';
import { withdrawalTable } from '#/projections/withdrawals.ts';

/** Rows that only an event of the stream creates. A pending withdrawal's row precedes its first event. */
const WITNESSES = [
  { category: 'payment', select: `SELECT payment_id AS id FROM ${viewOf(saleTable)}` },
  {
    category: 'withdrawal',
    select: `SELECT withdrawal_id AS id FROM ${viewOf(withdrawalTable)} WHERE status <> 'PENDING'`,
  },
] as const;

const BATCH = 1_000;

/** Streams without events whose rows live read models still hold. */
export const findRemovedStreams = async (
  store: EventStore,
  pool: Pool,
  signal: AbortSignal,
): Promise<readonly string[]> => {
  // Reads the rows before the log, so that the log has every event behind them.
  const expected: string[] = [];
  for (const { category, select } of WITNESSES) {
    const { rows } = await pool.query<{ id: string }>(select);
    for (const { id } of rows) expected.push(streamOf(category, id));
  }
  const streamsInLog = new Set<string>();
  for await (const events of store.readAll({ batchSize: BATCH, signal })) {
    for (const { stream } of events) streamsInLog.add(stream);
  }
  return expected.filter((stream) => !streamsInLog.has(stream)).toSorted();
};
