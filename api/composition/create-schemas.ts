import pg from 'pg';
import { openSessions } from '#/api/auth/sessions.ts';
import { openPostgresLookUps } from '#/api/investigations/postgres-look-ups.ts';
import { openRefusedPurchases } from '#/api/payments/postgres-refused-purchases.ts';
import { openPostgresCardUses } from '#/api/payments/cards/postgres-card-uses.ts';
import { openPostgresTwins } from '#/api/payments/postgres-twins.ts';
import type { Secrets } from './secrets.ts';
import { openPostgresNotices } from '#/api/webhooks/store/postgres.ts';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints/postgres.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';

/** Creates the tables that a restore fills from a backup: neither the log nor the tables derived from it. */
export const createSchemas = async (options: {
  readonly databaseUrl: string;
  readonly secrets: Secrets;
}): Promise<void> => {
  const { databaseUrl, secrets } = options;
  await using stack = new AsyncDisposableStack();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  stack.defer(() => pool.end());
  await createVault({ pool, masterKeys: secrets.masterKeys });
  await openSealTable(pool);
  await createPostgresCheckpoints(pool);
  await openPostgresNotices(pool);
  await openPostgresCardUses(pool);
  await openRefusedPurchases(pool);
  await openPostgresTwins(pool);
  await openPostgresLookUps(pool, () => undefined);
  const sessions = { databaseUrl, secrets, publicUrl: 'http://localhost' };
  await (await openSessions(sessions)).close();
};
