import pg from 'pg';
import { openStore, type StoreLocations } from '#/api/composition/store.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import type { SealTable } from '#/ledger/audit/seal-table.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { findRunningLocations } from '#/scripts/launch/running-locations.ts';

/** What a command needs to read or prove the log. */
export interface LedgerAccess {
  readonly locations: StoreLocations;
  readonly dataDir: string;
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly seals: SealTable;
}

/** @throws BadEnvironment when log or database cannot be reached */
export const withLedger = async <Result>(
  work: (ledger: LedgerAccess) => Promise<Result>,
): Promise<Result> => {
  const locations = await findRunningLocations();
  const store = await openStore(locations);
  const pool = new pg.Pool({ connectionString: locations.databaseUrl });
  pool.on('error', () => undefined);
  try {
    const seals = await openSealTable(pool);
    return await work({ locations, dataDir: readEnvironment().dataDir, store, pool, seals });
  } finally {
    await Promise.all([store.close(), pool.end()]);
  }
};
