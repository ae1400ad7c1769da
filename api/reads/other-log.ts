import type { Pool } from 'pg';

interface Event {
  readonly position: string;
  readonly hash: string;
}

const EVENT = `SELECT position, encode(hash, 'hex') AS hash FROM ledger.event`;

const lastEvent = async (pool: Pool, upTo?: string): Promise<Event | undefined> => {
  const within = upTo === undefined ? '' : 'WHERE position <= $1';
  const text = `${EVENT} ${within} ORDER BY position DESC LIMIT 1`;
  return (await pool.query<Event>(text, upTo === undefined ? [] : [upTo])).rows[0];
};

const hasLog = async (pool: Pool): Promise<boolean> => {
  const text = `SELECT to_regclass('ledger.event') IS NOT NULL AS has`;
  return (await pool.query<{ has: boolean }>(text)).rows[0]?.has ?? false;
};

/**
 * Whether a replica's log differs from the primary's at a position that both have: the replica then follows a server that was
 * replaced, and shows events that were lost with that server. A replica that is behind, or for a moment ahead, does not differ. False
 * if the log is in another store: read models are then derived from the same log on any server.
 */
export const hasOtherLog = async (primary: Pool, replica: Pool): Promise<boolean> => {
  if (!(await hasLog(replica))) return false;
  const end = await lastEvent(replica);
  const ours = end && (await lastEvent(primary, end.position));
  if (ours === undefined) return false;
  return (await lastEvent(replica, ours.position))?.hash !== ours.hash;
};
