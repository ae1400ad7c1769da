import type { Pool } from 'pg';
import { applySchema } from '#/ledger/database/apply-schema.ts';
import type { HeldLease, LeaseSession, LeaseSessions } from './sessions.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS processes;
  CREATE TABLE IF NOT EXISTS processes.lease (
    name text PRIMARY KEY, holder text NOT NULL, epoch bigint NOT NULL, expires_at timestamptz NOT NULL,
    backend int NOT NULL, backend_start timestamptz NOT NULL) WITH (fillfactor = 50);
`;

/** SQL that renews held leases and takes free ones. A lease is free when it was given back or has expired, or when its session has ended. */
const BEAT = `
  INSERT INTO processes.lease AS known (name, holder, epoch, expires_at, backend, backend_start)
  SELECT name, $1, 1, clock_timestamp() + $2 * interval '1 millisecond', pid, backend_start
    FROM unnest($3::text[]) AS name, pg_stat_activity
    WHERE pid = pg_backend_pid() ORDER BY name
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
    backend = excluded.backend, backend_start = excluded.backend_start,
    epoch = known.epoch + (known.holder <> excluded.holder OR known.expires_at < clock_timestamp())::int
  WHERE known.holder = excluded.holder OR known.expires_at < clock_timestamp() OR NOT EXISTS (
    SELECT FROM pg_stat_activity AS it
    WHERE it.pid = known.backend AND it.backend_start = known.backend_start)
  RETURNING name, epoch`;

const GIVE_BACK = `UPDATE processes.lease SET expires_at = '-infinity' WHERE name = ANY($1) AND holder = $2`;

/** Leases in a table; a session is a connection. */
export const openPostgresLeases = async (pool: Pool): Promise<LeaseSessions> => {
  await applySchema(pool, SCHEMA);
  const open = async (holder: string, onLost: () => void): Promise<LeaseSession> => {
    const client = await pool.connect();
    let isEnded = false;
    const loseUnlessEnded = (): void => {
      if (!isEnded) onLost();
    };
    client.on('error', loseUnlessEnded).on('end', loseUnlessEnded);
    return {
      renew: async (names, lastsMs) =>
        (await client.query<HeldLease>(BEAT, [holder, lastsMs, [...names]])).rows,
      giveBack: async (name) => {
        await client.query(GIVE_BACK, [[name], holder]);
      },
      end: () => {
        isEnded = true;
        client.release(true);
      },
    };
  };
  return { open };
};
