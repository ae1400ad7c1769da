import { link, open, rm } from 'node:fs/promises';
import { thisMachine } from '#/ledger/machine.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

/** A new file is readable by its owner only; its content is on the disk when the promise resolves. */
export const writeSynced = async (file: string, text: string): Promise<void> => {
  const handle = await open(file, 'w', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
};

/** Writes a file unless it exists. The file appears whole or not at all; of concurrent starts, the first one's stays. */
export const writeOnce = async (file: string, text: string): Promise<void> => {
  const temporaryFile = `${file}.${thisMachine.uuid()}`;
  await writeSynced(temporaryFile, text);
  await link(temporaryFile, file).catch((error: unknown) => {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  });
  await rm(temporaryFile);
};
