import { loadApart } from '#/api/reads/load-apart.ts';
import { findSealKey } from '#/api/composition/seal-key.ts';
import { openStore, type StoreLocations } from '#/api/composition/store.ts';
import pg from 'pg';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { projections } from '#/projections/registry.ts';
import { verifyRecord, type Verification } from '#/scripts/record/verify-record.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import type { Invariant } from './invariant.ts';

const WHOLE_TIMEOUT_MS = 120_000;
const SEALED_TIMEOUT_MS = 20_000;

/** As `npm run verify` does, with `--deep` if `isDeep`, while the product runs. */
const verifyAll = async (
  locations: StoreLocations,
  dataDir: string,
  isDeep: boolean,
): Promise<Verification> => {
  const store = await openStore(locations);
  const pool = new pg.Pool({ connectionString: locations.databaseUrl });
  pool.on('error', () => undefined);
  try {
    return await verifyRecord({
      store,
      pool,
      table: await openSealTable(pool),
      keyOf: async () => (await findSealKey(dataDir, process.env))?.id,
      deep: isDeep ? { projections, load: loadApart(locations) } : undefined,
      signal: AbortSignal.timeout(WHOLE_TIMEOUT_MS),
    });
  } finally {
    await Promise.all([store.close(), pool.end()]);
  }
};

/** Checks chain, seals and read models, after waiting at most 20 s until every event is sealed. */
export const checkRecord = async (
  locations: StoreLocations,
  dataDir: string,
): Promise<readonly Invariant[]> => {
  const whenSealed = async () => {
    const { log } = await verifyAll(locations, dataDir, false);
    return log.unsealed === 0 || log.finding !== null ? true : undefined;
  };
  await waitUntil(whenSealed, { timeoutMs: SEALED_TIMEOUT_MS, everyMs: 1_000 });
  const { log, faults, unread } = await verifyAll(locations, dataDir, true);
  const { finding, unsealed, keyId } = log;
  return [
    {
      name: 'all events are sealed, and the seals verify',
      violations: [
        ...(finding === null
          ? []
          : [`revision ${finding.revision} of ${finding.stream} ${finding.wrong}`]),
        ...(unsealed === 0 ? [] : [`${unsealed} events are not sealed`]),
        ...(keyId === null ? ['nothing is sealed'] : []),
      ],
    },
    { name: 'all read models equal a rebuild', violations: [...faults, ...unread] },
  ];
};
