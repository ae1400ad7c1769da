import pg from 'pg';
import { join } from 'node:path';
import { composeCore, openFiles } from '#/api/compose.ts';
import type { Core } from '#/api/core.ts';
import { readApiEnvironment } from '#/api/env.ts';
import { demoOf } from '#/api/exposure.ts';
import { loadSecrets, type Secrets } from '#/api/secrets.ts';
import type { Places } from '#/api/store.ts';
import { sayingWhich } from '#/scripts/environment.ts';

/** Nothing is charged by a command that only reads and erases. */
const nowhere = 'http://127.0.0.1:9';

export interface OpenCore {
  readonly core: Core;
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly close: () => Promise<void>;
}

/** The writing side beside a running product, for commands. @throws BadEnvironment */
export const openCore = async (places: Places, dataDir: string): Promise<OpenCore> => {
  const secrets = await loadSecrets(dataDir, process.env).catch(sayingWhich);
  const pool = new pg.Pool({ connectionString: places.databaseUrl });
  pool.on('error', () => undefined);
  const { s3, DEMO: asked, PUBLIC_URL: publicUrl } = readApiEnvironment(process.env);
  const sandboxUrl = demoOf({ asked, publicUrl }) === 'none' ? undefined : nowhere;
  const address = { ...places, webhookBaseUrl: nowhere, sandboxUrl };
  const place = { folder: join(dataDir, 'files'), s3 };
  const { storage } = await openFiles(place, nowhere, secrets);
  const core = await composeCore({ ...address, secrets, storage, pool }).catch(
    async (error: unknown) => {
      await pool.end();
      return sayingWhich(error);
    },
  );
  const close = async (): Promise<void> => {
    await core.store.close();
    await pool.end();
  };
  return { core, pool, secrets, close };
};
