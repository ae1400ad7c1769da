import pg from 'pg';
import { join } from 'node:path';
import { composeCore } from '#/api/composition/compose-core.ts';
import { openFiles } from '#/api/composition/open-files.ts';
import { createRegisterCleanup } from '#/api/composition/register-cleanup.ts';
import type { Core } from '#/api/composition/core.ts';
import { readApiEnvironment } from '#/api/composition/env.ts';
import { demoOf } from '#/api/composition/exposure.ts';
import { loadSecrets, type Secrets } from '#/api/composition/secrets.ts';
import type { StoreLocations } from '#/api/composition/store.ts';

/** Commands make no charges and serve nothing, so this URL leads nowhere. */
const nowhere = 'http://127.0.0.1:9';

export interface OpenCore {
  readonly core: Core;
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly close: () => Promise<void>;
}

/** Opens what commands need while a product runs. @throws OperatorError */
export const openCore = async (locations: StoreLocations, dataDir: string): Promise<OpenCore> => {
  await using stack = new AsyncDisposableStack();
  const registerCleanup = createRegisterCleanup(stack, (what, error) =>
    console.error(`${what}: ${String(error)}`),
  );
  const secrets = await loadSecrets(dataDir, process.env);
  const pool = new pg.Pool({ connectionString: locations.databaseUrl });
  pool.on('error', () => undefined);
  registerCleanup('the connections to the database', () => pool.end());
  const { s3, DEMO: variable, PUBLIC_URL: publicUrl } = readApiEnvironment(process.env);
  const sandboxUrl = demoOf({ variable, publicUrl }) === 'none' ? undefined : nowhere;
  const address = { ...locations, webhookBaseUrl: nowhere, sandboxUrl };
  const place = { folder: join(dataDir, 'files'), s3 };
  const openedFiles = await openFiles(place, nowhere, secrets);
  const core = await composeCore({ ...address, secrets, openedFiles, pool }, registerCleanup);
  const opened = stack.move();
  return { core, pool, secrets, close: () => opened.disposeAsync() };
};
