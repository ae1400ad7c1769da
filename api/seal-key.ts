import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readSealKey, SealRefusal, type SealKey } from '#/ledger/audit/seal.ts';

const invent = async (file: string): Promise<void> => {
  const own = `${file}.${process.pid}`;
  const handle = await open(own, 'w', 0o600);
  await handle.writeFile(`${randomBytes(32).toString('base64')}\n`);
  await handle.sync();
  await handle.close();
  // Whole or not at all, and two starts at once agree on the first.
  await link(own, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(own);
};

const read = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
};

/**
 * The key that is there already: from `SEAL_KEY`, the file `SEAL_KEY_FILE`, or `seal.key` in the data folder. @throws
 * SealRefusal
 */
export const existingSealKey = async (
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<SealKey | undefined> => {
  if (env.SEAL_KEY !== undefined) return readSealKey(env.SEAL_KEY);
  const named = env.SEAL_KEY_FILE;
  const text = await read(named ?? join(dataDir, 'seal.key'));
  if (text === undefined && named !== undefined) {
    throw new SealRefusal(`SEAL_KEY_FILE names ${named}, which is not there.`);
  }
  return text === undefined ? undefined : readSealKey(text);
};

/** The same, or a new one that the first start writes beside the other secrets. Never in the database, which it guards. */
export const loadSealKey = async (dataDir: string, env: NodeJS.ProcessEnv): Promise<SealKey> => {
  const existing = await existingSealKey(dataDir, env);
  if (existing !== undefined) return existing;
  await mkdir(dataDir, { recursive: true });
  await invent(join(dataDir, 'seal.key'));
  return loadSealKey(dataDir, env);
};
