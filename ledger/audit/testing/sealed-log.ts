import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { readSealKey, SEAL_STREAM, type SealKey } from '#/ledger/audit/seal.ts';
import { startSealer, type Sealer, type SealerOptions } from '#/ledger/audit/sealer.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import type { SealTable } from '#/ledger/audit/seal-table.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';

export const newSealKey = (): SealKey => readSealKey(randomBytes(32).toString('base64'));

export interface SealedLog {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly table: SealTable;
  readonly key: SealKey;
  readonly history: History;
  readonly failures: unknown[];
  /** Starts a sealer on this log, with `other` in place of its usual options; a second sealer works as in another process. */
  readonly seal: (other?: Partial<SealerOptions>) => Promise<Sealer>;
  /** Appends the next events of the history, and returns their number. */
  readonly happen: () => Promise<number>;
  /** Runs a sealer until everything except seals is sealed. */
  readonly sealAll: () => Promise<void>;
  readonly isSealed: () => Promise<true | undefined>;
  readonly close: () => Promise<void>;
}

export const sealedLog = async (): Promise<SealedLog> => {
  const database = await testDatabase();
  const store = await openPostgresStore({ connectionString: database.url });
  const pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => undefined);
  const table = await openSealTable(pool);
  const key = newSealKey();
  const history = new History();
  const failures: unknown[] = [];
  const seal: SealedLog['seal'] = (other = {}) =>
    startSealer({
      store,
      table,
      key,
      now: () => new Date().toISOString(),
      onFailure: (error) => failures.push(error),
      eventsPerSeal: 10,
      everyMs: 5,
      ...other,
    });
  const isSealed = async (): Promise<true | undefined> => {
    const to = (await table.lastSeal())?.to;
    const rest = await Array.fromAsync(store.readAll(to ? { after: to } : {}));
    return rest.flat().every(({ stream }) => stream === SEAL_STREAM) || undefined;
  };
  return {
    store,
    pool,
    table,
    key,
    history,
    failures,
    seal,
    isSealed,
    happen: async () => {
      const happened = history.take();
      await appendAll(store, happened);
      return happened.length;
    },
    sealAll: async () => {
      const sealer = await seal();
      try {
        await eventually(isSealed, 'everything is sealed');
      } finally {
        await sealer.stop();
      }
    },
    close: async () => {
      await store.close();
      await pool.end();
      await database.drop();
    },
  };
};
