import pg from 'pg';
import { loadSecrets } from '#/api/composition/secrets.ts';
import { openLog } from '#/api/composition/store.ts';
import type { Core } from '#/api/composition/core.ts';
import { timestamp } from '#/domain/values/time.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createVault } from '#/ledger/vault/postgres/vault.ts';
import type { Product } from './product.ts';

/** Writes events that no page can cause yet, or that need an earlier date. */
export const writeAt = async <Result>(
  { place, databaseUrl, dataDir }: Pick<Product, 'place' | 'databaseUrl' | 'dataDir'>,
  write: (core: Pick<Core, 'accounts' | 'handler' | 'now' | 'vault'>) => Promise<Result>,
): Promise<Result> => {
  await using stack = new AsyncDisposableStack();
  const store = stack.adopt(await openLog(place), (log) => log.close());
  const pool = stack.adopt(new pg.Pool({ connectionString: databaseUrl, max: 2 }), (each) =>
    each.end(),
  );
  const { masterKeys } = await loadSecrets(dataDir, {});
  const vault = await createVault({ pool, masterKeys });
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods({ handler, store });
  const now = () => timestamp(Temporal.Now.instant());
  return await write({ accounts, handler, now, vault });
};
