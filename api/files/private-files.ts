import { Readable } from 'node:stream';
import { z } from 'zod';
import {
  DamagedFile,
  FileStorageFailure,
  requireFileKey,
  requireFitting,
  type FileStorage,
  type DeclaredFile,
  type StoredFile,
  type UploadLink,
} from '#/domain/ports/file-storage.ts';
import { retentionClasses } from '#/domain/privacy/encrypted.ts';
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { ServedFiles } from './routes.ts';

/** Signed links to our own address, valid for a minute. */
export interface FileLinks extends Pick<ServedFiles, 'readUploadLink' | 'mayRead'> {
  readonly upload: (file: DeclaredFile) => UploadLink;
  readonly download: (key: string) => string;
}

const ENCRYPTED = 'application/vnd.razao.encrypted';

/** Verification files become unreadable once the person's contact data is erased. */
const RETENTION = 'contact';

/** The first line of a stored file: what decryption needs. */
const headSchema = z.strictObject({
  subject: z.uuid(),
  class: z.enum(retentionClasses),
  contentType: z.string(),
});

const LINE_END = 0x0a;

/** Reads a body; undefined unless it has exactly `size` bytes. */
const bytesOf = async (body: AsyncIterable<Uint8Array>, size: number) => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > size) return undefined;
    chunks.push(chunk);
  }
  return length === size ? Buffer.concat(chunks) : undefined;
};

type FileCipher = Pick<Vault, 'encryptBytes' | 'decryptBytes'>;

/** @throws FileStorageFailure without a person, or when their key was destroyed or cannot be read now */
const encryptFile = async (
  vault: FileCipher,
  { key, contentType, subject }: DeclaredFile,
  bytes: Uint8Array,
): Promise<StoredFile> => {
  if (subject === undefined) throw new FileStorageFailure('a private file is of a person');
  const by = { subject, class: RETENTION } as const;
  const head = headSchema.parse({ ...by, contentType });
  const content = await vault
    .encryptBytes(by, bytes, `${contentType} ${key}`)
    .catch((cause: unknown) => {
      throw new FileStorageFailure('a private file could not be encrypted', { cause });
    });
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  return { contentType: ENCRYPTED, bytes: Buffer.concat([line, content]) };
};

/**
 * Returns an unencrypted file as it is; undefined when the person's key was destroyed.
 * @throws DamagedFile, FileStorageFailure when the key cannot be read now
 */
const decryptFile = async (
  vault: FileCipher,
  key: string,
  stored: StoredFile,
): Promise<StoredFile | undefined> => {
  if (stored.contentType !== ENCRYPTED) return stored;
  try {
    const buffer = Buffer.from(stored.bytes);
    const end = buffer.indexOf(LINE_END);
    const { contentType, ...by } = headSchema.parse(JSON.parse(buffer.toString('utf8', 0, end)));
    const content = buffer.subarray(end + 1);
    const bytes = await vault.decryptBytes(by, content, `${contentType} ${key}`);
    return bytes && { contentType, bytes };
  } catch (cause) {
    if (isDatabaseAway(cause)) {
      throw new FileStorageFailure('the key of a private file could not be read', { cause });
    }
    throw new DamagedFile(`the private file ${key} is damaged`, { cause });
  }
};

export interface PrivateFilesPlace {
  readonly storage: FileStorage;
  readonly privateLinks: FileLinks;
}

/**
 * Encrypts private files, each with its person's key. Destroying the key makes every copy of the person's files unreadable, except files
 * from before this encryption.
 */
export const encryptPrivateFiles = (
  { storage, privateLinks: links }: PrivateFilesPlace,
  vault: FileCipher,
): { readonly storage: FileStorage; readonly served: ServedFiles } => {
  const get = async (key: string): Promise<StoredFile | undefined> => {
    const stored = await storage.get(key);
    return stored && decryptFile(vault, key, stored);
  };

  return {
    storage: {
      ...storage,
      uploadLink: async (file) => {
        if (file.access === 'public') return storage.uploadLink(file);
        requireFileKey(file.key);
        requireFitting(file);
        return links.upload(file);
      },
      put: async (key, file, access) => {
        if (access === 'public') return storage.put(key, file, access);
        throw new FileStorageFailure('a private file comes by a link that says whose it is');
      },
      get,
      downloadLink: async (key) => links.download(requireFileKey(key)),
    },
    served: {
      readUploadLink: links.readUploadLink,
      mayRead: links.mayRead,
      receive: async (file, body) => {
        const bytes = await bytesOf(body, file.size);
        if (bytes === undefined) return 'wrong-size';
        return storage.put(file.key, await encryptFile(vault, file, bytes), 'private');
      },
      openFile: async (key, mayRead) => {
        const file = mayRead ? await get(key) : undefined;
        if (file === undefined) return undefined;
        return {
          contentType: file.contentType,
          access: 'private',
          size: file.bytes.length,
          read: () => Readable.from([file.bytes]),
          close: async () => undefined,
        };
      },
    },
  };
};
