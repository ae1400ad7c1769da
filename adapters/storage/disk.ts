import type { Readable } from 'node:stream';
import {
  FILE_BYTES_MAX,
  FileStorageFailure,
  requireFileKey,
  requireFitting,
  type CheckedFileStorage,
  type DeclaredFile,
} from '#/domain/ports/file-storage.ts';
import { refuse, openFolder, type OpenFile, type UploadResult } from './disk-folder.ts';
import { createLinks } from './disk-links.ts';

export interface DiskStorage extends CheckedFileStorage {
  /** Undefined when the link was not signed here or has expired. */
  readonly readUploadLink: (key: string, query: URLSearchParams) => DeclaredFile | undefined;
  readonly mayRead: (key: string, query: URLSearchParams) => boolean;
  readonly receive: (file: DeclaredFile, body: AsyncIterable<Uint8Array>) => Promise<UploadResult>;
  readonly openFile: (key: string, mayRead: boolean) => Promise<OpenFile | undefined>;
}

const wholeOf = async (content: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > FILE_BYTES_MAX) throw new FileStorageFailure('the file is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

async function* streamBytes(bytes: Uint8Array) {
  yield bytes;
}

/**
 * Serves and receives files at our own address.
 * @param options.baseUrl without a trailing slash
 */
export const openDiskStorage = async (options: {
  readonly folder: string;
  readonly baseUrl: string;
  /** The key that signs links. */
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now?: () => number;
}): Promise<DiskStorage> => {
  const { folder, baseUrl, secret, now = Date.now } = options;
  const files = await openFolder(folder, now());
  const places = { uploads: `${baseUrl}/api/files`, downloads: `${baseUrl}/files` };
  const signed = createLinks(places, secret, now);
  return {
    uploadLink: async (file) => {
      requireFileKey(file.key);
      requireFitting(file);
      return signed.upload(file);
    },
    put: async (key, { contentType, bytes }, access) => {
      const file = { key, contentType, size: bytes.length, access };
      requireFileKey(key);
      requireFitting(file);
      // The stated size is that of the bytes, so the result is never `wrong-size`.
      return (await files.write(file, streamBytes(bytes))) === 'taken' ? 'taken' : 'stored';
    },
    get: async (key) => {
      const file = await files.openFile(key, true);
      if (file === undefined) return undefined;
      const bytes = await wholeOf(file.read()).catch(refuse);
      return { contentType: file.contentType, bytes };
    },
    remove: files.remove,
    publicUrl: (key) => `${baseUrl}/files/${requireFileKey(key)}`,
    downloadLink: async (key) => signed.download(requireFileKey(key)),
    readUploadLink: signed.readUploadLink,
    mayRead: signed.mayRead,
    receive: files.write,
    openFile: files.openFile,
    check: files.check,
  };
};
