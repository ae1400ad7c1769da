import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

const makeOne = async (folder: string): Promise<void> => {
  await mkdir(folder).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
};

/** Without `recursive: true`, which in Node 26 never returns on a file system like /proc. */
export const makeFolder = async (path: string): Promise<void> => {
  const folder = resolve(path);
  try {
    await makeOne(folder);
  } catch (error) {
    const above = dirname(folder);
    if (!hasCode(error, 'ENOENT') || existsSync(above)) throw error;
    await makeFolder(above);
    await makeOne(folder);
  }
};
