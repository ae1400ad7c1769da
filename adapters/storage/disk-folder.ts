import { createHash, randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { constants } from 'node:fs';
import {
  FileStorageFailure,
  requireFileKey,
  type FileAccess,
  type FileToCome,
} from '#/domain/ports/file-storage.ts';

/** An existing file, ready to be sent. */
export interface OpenFile {
  readonly contentType: string;
  readonly access: FileAccess;
  readonly size: number;
  /** Streams the content, once, and closes the file. */
  readonly read: () => Readable;
  readonly close: () => Promise<void>;
}

/** Result of an upload: `taken` = the key already has a file; `wrong-size` = the length differs from the signed one. */
export type Received = 'stored' | 'taken' | 'wrong-size';

/** The first line of every file; the content follows. */
const headSchema = z.strictObject({
  key: z.string(),
  contentType: z.string(),
  access: z.enum(['public', 'private']),
});

const HEAD_BYTES_MAX = 1_024;
const DRAFTS = 'drafts';
const DRAFT_IS_DEAD_AFTER_MS = 3_600_000;

const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Wraps a file-system error without its paths. */
export const refuse = (error: unknown): never => {
  if (error instanceof FileStorageFailure) throw error;
  throw new FileStorageFailure(`the disk failed: ${errorCode(error)}`, { cause: error });
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Removes drafts that a crash left behind. */
const clearDrafts = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const draft = join(folder, name);
    const found = await stat(draft).catch(() => undefined);
    if (found && now - found.mtimeMs > DRAFT_IS_DEAD_AFTER_MS) await rm(draft, { force: true });
  }
};

/** Reads the first line. @throws FileStorageFailure when it is not in our format */
const headOf = async (handle: FileHandle) => {
  const buffer = Buffer.alloc(HEAD_BYTES_MAX);
  const { bytesRead } = await handle.read(buffer, 0, HEAD_BYTES_MAX, 0);
  const end = buffer.subarray(0, bytesRead).indexOf('\n');
  const { size } = await handle.stat();
  try {
    const head = headSchema.parse(JSON.parse(buffer.toString('utf8', 0, end)));
    return { ...head, start: end + 1, size: size - end - 1 };
  } catch (cause) {
    throw new FileStorageFailure('a file on the disk is damaged', { cause });
  }
};

/** Gives a draft its final name, unless the name exists. */
const publish = async (draft: string, place: string, folder: string): Promise<Received> => {
  await mkdir(dirname(place), { recursive: true });
  try {
    await link(draft, place);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return 'taken';
    throw error;
  }
  await syncFolder(dirname(place));
  await syncFolder(folder);
  return 'stored';
};

/** Writes a draft and syncs it to the disk. */
const fill = async (
  draft: FileHandle,
  { size, ...head }: FileToCome,
  body: AsyncIterable<Uint8Array>,
): Promise<'whole' | 'wrong-size'> => {
  await draft.appendFile(`${JSON.stringify(head)}\n`);
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > size) return 'wrong-size';
    await draft.appendFile(chunk);
  }
  if (bytes !== size) return 'wrong-size';
  await draft.sync();
  return 'whole';
};

const openAt = async (place: string): Promise<OpenFile | undefined> => {
  const handle = await open(place).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const { contentType, access: who, start, size } = await headOf(handle);
    return {
      contentType,
      access: who,
      size,
      read: () => handle.createReadStream({ start }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/**
 * Files in a local folder, each named by the hash of its key, so that no key can lead out of the folder. A file is written as a
 * draft, synced, and then linked to its name unless that exists: files are complete or absent, and never overwritten.
 */
export const openFolder = async (folder: string, now: number) => {
  const drafts = join(folder, DRAFTS);
  const placeOf = (key: string): string => {
    const name = createHash('sha256').update(requireFileKey(key)).digest('hex');
    return join(folder, name.slice(0, 2), name.slice(2));
  };
  const write = async (file: FileToCome, body: AsyncIterable<Uint8Array>): Promise<Received> => {
    const place = placeOf(file.key);
    const draft = join(drafts, randomUUID());
    const handle = await open(draft, 'wx', 0o600);
    try {
      const filled = await fill(handle, file, body);
      return filled === 'whole' ? await publish(draft, place, folder) : filled;
    } finally {
      await handle.close();
      await rm(draft, { force: true });
    }
  };
  await mkdir(drafts, { recursive: true }).catch(refuse);
  await clearDrafts(drafts, now).catch(refuse);
  return {
    write: (file: FileToCome, body: AsyncIterable<Uint8Array>) => write(file, body).catch(refuse),
    openFile: async (key: string) => openAt(placeOf(key)).catch(refuse),
    remove: async (key: string) => rm(placeOf(key), { force: true }).catch(refuse),
    check: () => access(drafts, constants.W_OK).catch(refuse),
  };
};
