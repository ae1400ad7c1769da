import { createHash, randomUUID } from 'node:crypto';
import { access, link, mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { constants } from 'node:fs';
import { codeOrNameOf, errorCodeOf } from '#/domain/errors/error-code.ts';
import {
  DamagedFile,
  FileStorageFailure,
  isContentType,
  requireFileKey,
  type FileAccess,
  type DeclaredFile,
} from '#/domain/ports/file-storage.ts';

export interface OpenFile {
  readonly contentType: string;
  readonly access: FileAccess;
  readonly size: number;
  /** Streams `size` bytes, once, and closes the file. Fails if the file has become shorter. */
  readonly read: () => Readable;
  readonly close: () => Promise<void>;
}

/** `taken` = the key already has a file; `wrong-size` = not the stated length. */
export type UploadResult = 'stored' | 'taken' | 'wrong-size';

/** The first line of every file. */
const headSchema = z.strictObject({
  key: z.string(),
  contentType: z.string().refine(isContentType),
  access: z.enum(['public', 'private']),
  /** Bytes of the content; absent in old files. */
  size: z.int().optional(),
});

const HEAD_BYTES_MAX = 1_024;
const READ_BYTES = 65_536;
const DRAFTS = 'drafts';
const DRAFT_IS_DEAD_AFTER_MS = 3_600_000;

/** The message names no path. @throws FileStorageFailure */
export const refuse = (error: unknown): never => {
  if (error instanceof FileStorageFailure) throw error;
  throw new FileStorageFailure(`the disk failed: ${codeOrNameOf(error)}`, { cause: error });
};

/** Names the path in the folder, for staff, and not the key, which may be a secret. */
const damagedFileError = (path: string): DamagedFile =>
  new DamagedFile(`the file ${basename(dirname(path))}/${basename(path)} on the disk is damaged`);

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Removes old drafts, which a crash left behind. */
const clearDrafts = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const draft = join(folder, name);
    const status = await stat(draft).catch(() => undefined);
    if (status && now - status.mtimeMs > DRAFT_IS_DEAD_AFTER_MS) await rm(draft, { force: true });
  }
};

const parseHead = (line: string) => {
  try {
    return headSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};

/** Undefined when this is not the key's file. */
const headOf = async (handle: FileHandle, key: string) => {
  const buffer = Buffer.alloc(HEAD_BYTES_MAX);
  const { bytesRead } = await handle.read(buffer, 0, HEAD_BYTES_MAX, 0);
  const end = buffer.subarray(0, bytesRead).indexOf('\n');
  const start = end + 1;
  const size = (await handle.stat()).size - start;
  const head = parseHead(buffer.toString('utf8', 0, end));
  if (head?.key !== key) return undefined;
  // No file is stored empty.
  const isWhole = size >= 1 && (head.size ?? size) === size;
  return { ...head, start, size, isWhole };
};

/** Reads a part, and closes the file. */
async function* contentOf(
  handle: FileHandle,
  path: string,
  { start, size }: { readonly start: number; readonly size: number },
): AsyncGenerator<Uint8Array> {
  try {
    for (let read = 0; read < size;) {
      const length = Math.min(READ_BYTES, size - read);
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await handle.read(buffer, 0, length, start + read).catch(refuse);
      if (bytesRead === 0) throw damagedFileError(path);
      read += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Links a draft to its name, unless the name exists. */
const publish = async (draft: string, path: string, folder: string): Promise<UploadResult> => {
  await mkdir(dirname(path), { recursive: true });
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return 'taken';
    throw error;
  }
  await syncFolder(dirname(path));
  await syncFolder(folder);
  return 'stored';
};

/** Writes a draft to the disk. */
const fill = async (
  draft: FileHandle,
  { key, contentType, access: fileAccess, size }: DeclaredFile,
  body: AsyncIterable<Uint8Array>,
): Promise<'whole' | 'wrong-size'> => {
  const head = { key, contentType, access: fileAccess, size };
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

const openAt = async (
  path: string,
  key: string,
  mayRead: boolean,
): Promise<OpenFile | undefined> => {
  const handle = await open(path).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return undefined;
  try {
    const head = await headOf(handle, key);
    if (head?.access === 'private' && !mayRead) {
      await handle.close();
      return undefined;
    }
    if (!head?.isWhole) throw damagedFileError(path);
    return {
      contentType: head.contentType,
      access: head.access,
      size: head.size,
      read: () => Readable.from(contentOf(handle, path, head), { objectMode: false }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** A file is named by the hash of its key, so no key leads out of the folder. */
export const openFolder = async (folder: string, now: number) => {
  const drafts = join(folder, DRAFTS);
  const pathOf = (key: string): string => {
    const name = createHash('sha256').update(requireFileKey(key)).digest('hex');
    return join(folder, name.slice(0, 2), name.slice(2));
  };
  const write = async (
    file: DeclaredFile,
    body: AsyncIterable<Uint8Array>,
  ): Promise<UploadResult> => {
    const path = pathOf(file.key);
    const draft = join(drafts, randomUUID());
    const handle = await open(draft, 'wx', 0o600);
    try {
      const outcome = await fill(handle, file, body);
      return outcome === 'whole' ? await publish(draft, path, folder) : outcome;
    } finally {
      await handle.close();
      await rm(draft, { force: true });
    }
  };
  await mkdir(drafts, { recursive: true }).catch(refuse);
  await clearDrafts(drafts, now).catch(refuse);
  return {
    write: (file: DeclaredFile, body: AsyncIterable<Uint8Array>) => write(file, body).catch(refuse),
    /** Undefined if there is no file, or if it is private and `mayRead` is false. */
    openFile: async (key: string, mayRead: boolean) =>
      openAt(pathOf(key), key, mayRead).catch(refuse),
    remove: async (key: string) => rm(pathOf(key), { force: true }).catch(refuse),
    check: () => access(drafts, constants.W_OK).catch(refuse),
  };
};
