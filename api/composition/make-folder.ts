import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

const makeOne = async (folder: string): Promise<void> => {
  await mkdir(folder).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  });
};

/** Makes a folder and its parents. Without `recursive: true`, which in Node 26 never returns on a file system like /proc. */
export const makeFolder = async (path: string): Promise<void> => {
  const folder = resolve(path);
  try {
    await makeOne(folder);
  } catch (error) {
    const parent = dirname(folder);
    if (errorCodeOf(error) !== 'ENOENT' || existsSync(parent)) throw error;
    await makeFolder(parent);
    await makeOne(folder);
  }
};
