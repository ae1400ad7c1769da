import pg from 'pg';
import { openSealTable, type SealTable } from '#/ledger/audit/seal-table.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { BadEnvironment } from '#/scripts/command.ts';
import { checkDatabaseUrl, readEnvironment } from '#/scripts/environment.ts';
import { runningPostgres } from '#/scripts/postgres.ts';

/** What a command that reads or proves the log works with. */
export interface LedgerAccess {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly seals: SealTable;
}

/** Connection string of `DATABASE_URL` or of the embedded Postgres that runs. @throws BadEnvironment */
const findDatabase = async (): Promise<string> => {
  const environment = readEnvironment();
  if (environment.databaseUrl !== undefined) await checkDatabaseUrl(environment.databaseUrl);
  const url = environment.databaseUrl ?? (await runningPostgres(environment.dataDir));
  if (url !== undefined) return url;
  throw new BadEnvironment(`No Postgres runs in ${environment.dataDir}: npm start starts one.`);
};

/** Lends the log, its seals and the database around it. @throws BadEnvironment when they cannot be reached */
export const withLedger = async <Result>(
  work: (ledger: LedgerAccess) => Promise<Result>,
): Promise<Result> => {
  const url = await findDatabase();
  const store = await openPostgresStore({ connectionString: url });
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
  try {
    const seals = await openSealTable(pool);
    return await work({ databaseUrl: url, dataDir: readEnvironment().dataDir, store, pool, seals });
  } finally {
    await Promise.all([store.close(), pool.end()]);
  }
};
