import pg from 'pg';
import {
  readAccess,
  preparePostgresFiles,
  readPostmaster,
} from '#/scripts/embedded-postgres/postgres-files.ts';

/** Another program's connection to Postgres. */
export interface Backend {
  readonly pid: number;
  readonly doing: string;
}

const TIMEOUT_MS = 1_500;

/** Returns no rows when the query fails: the crash test may have killed Postgres. */
const ask = async <Row extends pg.QueryResultRow>(
  databaseUrl: string,
  query: string,
): Promise<readonly Row[]> => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(query)).rows;
  } catch {
    return [];
  } finally {
    void client.end().catch(() => undefined);
  }
};

/** Has the port of the running Postgres, or else of its last start: a restart takes that port again if it is free. */
export const databaseUrlOf = async (dataDir: string): Promise<string> => {
  const files = await preparePostgresFiles(dataDir);
  const [access, postmaster] = await Promise.all([readAccess(files), readPostmaster(files)]);
  const port = postmaster?.port ?? access?.port;
  return `postgres://razao:${access?.password}@127.0.0.1:${port}/razao`;
};

/** Orders connections by pid. */
export const backendsOf = (databaseUrl: string): Promise<readonly Backend[]> =>
  ask<Backend>(
    databaseUrl,
    `SELECT pid, state || ', ' || left(regexp_replace(query, '\\s+', ' ', 'g'), 50) AS doing
     FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend'
       AND pid <> pg_backend_pid()
     ORDER BY pid`,
  );

/** The leases held now, by pid. A holder is named `<host>/<pid>/<uuid>`. */
export const leadersOf = async (
  databaseUrl: string,
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const rows = await ask<{ name: string; holder: string }>(
    databaseUrl,
    'SELECT name, holder FROM processes.lease WHERE expires_at > now() ORDER BY name',
  );
  const leads = Map.groupBy(rows, ({ holder }) => Number(holder.split('/')[1]));
  return new Map([...leads].map(([pid, leases]) => [pid, leases.map(({ name }) => name)]));
};
