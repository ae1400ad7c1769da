import pg from 'pg';
import { loadSecrets } from '#/api/composition/secrets.ts';
import { openLog } from '#/api/composition/store.ts';
import { declareEarlier } from '#/api/testing/earlier-destination.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createVault } from '#/ledger/vault/personal-data.ts';
import { PLATFORM_ID, SELLER_ID } from '#/scripts/seeds/demo-catalogue.ts';
import type { Product } from './product.ts';

/** Declares a PIX key as an old payout destination of the demo's seller, at a running product. @returns the destination's id */
export const declareEarlierAt = async (
  { place, databaseUrl, dataDir }: Pick<Product, 'place' | 'databaseUrl' | 'dataDir'>,
  pixKey: string,
): Promise<string> => {
  await using stack = new AsyncDisposableStack();
  const store = stack.adopt(await openLog(place), (log) => log.close());
  const pool = stack.adopt(new pg.Pool({ connectionString: databaseUrl, max: 2 }), (it) =>
    it.end(),
  );
  const { masterKeys } = await loadSecrets(dataDir, {});
  const vault = await createVault({ pool, masterKeys });
  const writing = { handler: createCommandHandler({ store }), vault };
  return await declareEarlier(writing, { platformId: PLATFORM_ID, sellerId: SELLER_ID }, pixKey);
};
