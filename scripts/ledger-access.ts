import pg from 'pg';
import { openStore, type Places } from '#/api/store.ts';
import { openSealTable, type SealTable } from '#/ledger/audit/seal-table.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { BadEnvironment } from '#/scripts/command.ts';
import {
  checkDatabaseUrl,
  checkEventStoreUrl,
  readEnvironment,
  sayingWhich,
} from '#/scripts/environment.ts';
import { runningPostgres } from '#/scripts/postgres.ts';

/** What a command that reads or proves the log works with. */
export interface LedgerAccess {
  readonly places: Places;
  readonly dataDir: string;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly seals: SealTable;
}

/** `DATABASE_URL` or the embedded Postgres that runs, and `EVENTSTORE_URL`. @throws BadEnvironment */
const findPlaces = async (): Promise<Places> => {
  const environment = readEnvironment();
  const { eventStoreUrl } = environment;
  if (eventStoreUrl !== undefined) await checkEventStoreUrl(eventStoreUrl);
  if (environment.databaseUrl !== undefined) await checkDatabaseUrl(environment.databaseUrl);
  const databaseUrl = environment.databaseUrl ?? (await runningPostgres(environment.dataDir));
  if (databaseUrl !== undefined) return { databaseUrl, eventStoreUrl };
  throw new BadEnvironment(`No Postgres runs in ${environment.dataDir}: npm start starts one.`);
};

/** Lends the log, its seals and the database around it. @throws BadEnvironment when they cannot be reached */
export const withLedger = async <Result>(
  work: (ledger: LedgerAccess) => Promise<Result>,
): Promise<Result> => {
  const places = await findPlaces();
  const store = await openStore(places).catch(sayingWhich);
  const pool = new pg.Pool({ connectionString: places.databaseUrl });
  pool.on('error', () => undefined);
  try {
    const seals = await openSealTable(pool);
    return await work({ places, dataDir: readEnvironment().dataDir, store, pool, seals });
  } finally {
    await Promise.all([store.close(), pool.end()]);
  }
};
