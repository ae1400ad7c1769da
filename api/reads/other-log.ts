import type { Pool } from 'pg';
import { sql, statementOf } from '#/ledger/database/sql.ts';

interface Event {
  readonly position: string;
  readonly hash: string;
}

const readLastEvent = async (pool: Pool, upTo?: string): Promise<Event | undefined> => {
  const events = sql('ledger.event')
    .select('position', sql.raw(`encode(hash, 'hex') AS hash`))
    .orderBy('position', 'desc')
    .limit(1);
  if (upTo !== undefined) void events.where('position', '<=', upTo);
  return (await pool.query<Event>(statementOf(events))).rows[0];
};

const hasLog = async (pool: Pool): Promise<boolean> => {
  const text = `SELECT to_regclass('ledger.event') IS NOT NULL AS has`;
  return (await pool.query<{ has: boolean }>(text)).rows[0]?.has ?? false;
};

/** True if a replica follows a server that was replaced: its log differs from the primary's. */
export const hasOtherLog = async (primary: Pool, replica: Pool): Promise<boolean> => {
  if (!(await hasLog(replica))) return false;
  const last = await readLastEvent(replica);
  // The last event that both can have: one of the two may be behind.
  const onPrimary = last && (await readLastEvent(primary, last.position));
  if (onPrimary === undefined) return false;
  const onReplica = await readLastEvent(replica, onPrimary.position);
  return onReplica?.hash !== onPrimary.hash;
};
