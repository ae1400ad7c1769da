import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

const makeOne = async (folder: string): Promise<void> => {
  await mkdir(folder).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  });
};

/** Without `recursive: true`, which in Node 26 never returns on a file system like /proc. */
export const makeFolder = async (path: string): Promise<void> => {
  const folder = resolve(path);
  try {
    await makeOne(folder);
  } catch (error) {
    const above = dirname(folder);
    if (errorCodeOf(error) !== 'ENOENT' || existsSync(above)) throw error;
    await makeFolder(above);
    await makeOne(folder);
  }
};
