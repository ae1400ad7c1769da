import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readSealKey, SealRefusal, type SealKey } from '#/ledger/audit/seal.ts';
import { WrongSealKey } from '#/ledger/audit/sealer.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { makeFolder } from './make-folder.ts';
import { writeOnce, writeSynced } from './secret-file.ts';

/** A created or renamed file survives a power cut only once its folder is on the disk. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
};

const read = async (file: string): Promise<string | undefined> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

/** @throws SealRefusal */
export const findSealKey = async (
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<SealKey | undefined> => {
  if (env.SEAL_KEY !== undefined) return readSealKey(env.SEAL_KEY);
  const namedFile = env.SEAL_KEY_FILE;
  const text = await read(namedFile ?? join(dataDir, 'seal.key'));
  if (text === undefined && namedFile !== undefined) {
    throw new SealRefusal(`SEAL_KEY_FILE names ${namedFile}, which is not there.`);
  }
  return text === undefined ? undefined : readSealKey(text);
};

/** Returns the existing key, or a new one. The key is not in the database, which it protects. */
export const loadSealKey = async (dataDir: string, env: NodeJS.ProcessEnv): Promise<SealKey> => {
  const existing = await findSealKey(dataDir, env);
  if (existing !== undefined) return existing;
  await makeFolder(dataDir);
  await writeOnce(join(dataDir, 'seal.key'), `${thisMachine.bytes(32).toString('base64')}\n`);
  return loadSealKey(dataDir, env);
};

/** The file of the next key is named by its public key, so that an interrupted rotation can be completed. */
const nameWaitingFile = (dataDir: string, id: string): string => join(dataDir, `seal.key.${id}`);

/** True if no variable gives the key: then the program may replace its file. */
export const keepsOwnSealKey = (env: NodeJS.ProcessEnv): boolean =>
  env.SEAL_KEY === undefined && env.SEAL_KEY_FILE === undefined;

/** Stores the next key before the log is handed over to it. After a crash in between, `findNextSealKey` finds the key. */
export const placeNextSealKey = async (dataDir: string, text: string): Promise<void> => {
  const { id } = readSealKey(text);
  await writeSynced(nameWaitingFile(dataDir, id), `${text.trim()}\n`);
  await syncFolder(dataDir);
};

/** Returns the next key that `placeNextSealKey` stored; undefined when none has this public key. @param id its public key */
export const findNextSealKey = async (
  dataDir: string,
  id: string,
): Promise<SealKey | undefined> => {
  const text = await read(nameWaitingFile(dataDir, id));
  return text === undefined ? undefined : readSealKey(text);
};

/** Installs the next key. The old key is overwritten, since nothing needs it any more. */
export const installSealKey = async (dataDir: string, id: string): Promise<void> => {
  await rename(nameWaitingFile(dataDir, id), join(dataDir, 'seal.key'));
  await syncFolder(dataDir);
};

const whereToPutIt = (dataDir: string, env: NodeJS.ProcessEnv): string => {
  if (env.SEAL_KEY !== undefined) return 'set SEAL_KEY to that one';
  return `put that one in ${env.SEAL_KEY_FILE ?? join(dataDir, 'seal.key')}`;
};

/**
 * Runs `work` with the installed key. After an interrupted rotation the log may need the next key, which is already stored: then installs
 * that key, and runs `work` again.
 * @throws SealRefusal which says which key is needed, and where to put it
 */
export const withSealKey = async <Result>(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  work: (key: SealKey) => Promise<Result>,
): Promise<Result> => {
  const key = await loadSealKey(dataDir, env);
  try {
    return await work(key);
  } catch (refusal) {
    if (!(refusal instanceof WrongSealKey)) throw refusal;
    const { expected, message } = refusal;
    const nextKey = keepsOwnSealKey(env) ? await findNextSealKey(dataDir, expected) : undefined;
    if (nextKey?.id !== expected) {
      const sentence = `${message.replace(/\.$/, '')}: ${whereToPutIt(dataDir, env)}.`;
      throw new SealRefusal(sentence, { cause: refusal });
    }
    await installSealKey(dataDir, expected);
    return work(nextKey);
  }
};
