import pg from 'pg';
import { join } from 'node:path';
import { composeCore, openFiles } from '#/api/compose.ts';
import type { Core } from '#/api/core.ts';
import { readApiEnvironment } from '#/api/env.ts';
import { loadSecrets, type Secrets } from '#/api/secrets.ts';
import { BadEnvironment } from '#/scripts/command.ts';
import { checkDatabaseUrl, readEnvironment, sayingWhich } from '#/scripts/environment.ts';
import { runningPostgres } from '#/scripts/postgres.ts';

/** Of the operator, or the embedded one that runs. @throws BadEnvironment when there is none */
export const runningDatabaseUrl = async (): Promise<string> => {
  const { dataDir, databaseUrl } = readEnvironment();
  if (databaseUrl !== undefined) await checkDatabaseUrl(databaseUrl);
  const url = databaseUrl ?? (await runningPostgres(dataDir));
  if (url !== undefined) return url;
  throw new BadEnvironment(`No Postgres runs in ${dataDir}: npm start starts one.`);
};

/** Nothing is charged by a command that only reads and erases. */
const nowhere = 'http://127.0.0.1:9';

export interface OpenCore {
  readonly core: Core;
  readonly pool: pg.Pool;
  readonly secrets: Secrets;
  readonly close: () => Promise<void>;
}

/** The writing side beside a running product, for commands. @throws BadEnvironment */
export const openCore = async (databaseUrl: string, dataDir: string): Promise<OpenCore> => {
  const secrets = await loadSecrets(dataDir, process.env).catch(sayingWhich);
  const pool = new pg.Pool({ connectionString: databaseUrl });
  pool.on('error', () => undefined);
  const address = { databaseUrl, webhookBaseUrl: nowhere, sandboxUrl: nowhere };
  const place = { folder: join(dataDir, 'files'), s3: readApiEnvironment(process.env).s3 };
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
