import pg from 'pg';
import { openSealTable } from '#/ledger/audit/seal-table.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints.ts';
import { createVault } from '#/ledger/vault/personal-data.ts';
import { openSessions } from './auth/sessions.ts';
import { createCardUseTable } from './checkout/card-bundle.ts';
import type { Secrets } from './secrets.ts';
import { openStore } from './store.ts';
import { createNoticeStore } from './webhooks/notice-store.ts';

/** Makes every table that is not derived, as a start does; for whoever fills them without starting. */
export const createSchemas = async ({
  databaseUrl,
  secrets,
}: {
  readonly databaseUrl: string;
  readonly secrets: Secrets;
}): Promise<void> => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  try {
    const store = await openStore({ databaseUrl });
    await store.close();
    await createVault({ pool, masterKeys: secrets.masterKeys });
    await openSealTable(pool);
    await createPostgresCheckpoints(pool);
    await createNoticeStore(pool);
    await createCardUseTable(pool);
    const sessions = { databaseUrl, secrets, publicUrl: 'http://localhost' };
    await (await openSessions(sessions)).close();
  } finally {
    await pool.end();
  }
};
