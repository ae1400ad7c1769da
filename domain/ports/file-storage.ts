/**
 * Where uploads lie: S3-compatible storage, or the disk of a single machine (people.76, people.77). Keys are ours, of
 * letters, digits,
 * `-`, `_`, `.` and `/`; what is under a key never changes.
 */

/** `public` may be read by anybody who has its address; `private` only through a link that ends soon. */
export type FileAccess = 'public' | 'private';

/** The most that one file may have: ten megabytes, and what encryption adds to them. */
export const FILE_BYTES_MAX = 10_001_000;

/** How long a link to write, or to read what is private, is good (people.75). */
export const FILE_LINK_SECONDS = 60;

const KEY_LENGTH_MAX = 200;

/** Whether it may name a file: parts joined by `/`, none of which begins with a dot. */
export const isFileKey = (text: string): boolean =>
  text.length <= KEY_LENGTH_MAX && /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(text);

const CONTENT_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,60}$/;

/** A bare type, such as `image/png`: parameters could hide another. */
export const isContentType = (text: string): boolean => CONTENT_TYPE.test(text);

/** What is wanted of a link to write. */
export interface FileToCome {
  readonly key: string;
  readonly contentType: string;
  /** Exactly as many bytes are taken. */
  readonly size: number;
  readonly access: FileAccess;
  /** The person (`vault`) under whose key a private file is encrypted; a storage that does not encrypt ignores it. */
  readonly subject?: string;
}

/** `taken` when there was a file under the key, which stays. */
export type Stored = 'stored' | 'taken';

/** One PUT, for a minute; the browser sends the headers as they are. */
export interface UploadLink {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export interface StoredFile {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** Every function throws FileStorageFailure for a key, type or size that cannot be, and when the storage does not answer. */
export interface FileStorage {
  readonly uploadLink: (file: FileToCome) => Promise<UploadLink>;
  readonly put: (key: string, file: StoredFile, access: FileAccess) => Promise<Stored>;
  /** Undefined when there is none. */
  readonly get: (key: string) => Promise<StoredFile | undefined>;
  /** Also of one that is not there. */
  readonly remove: (key: string) => Promise<void>;
  /** Where a public one is read, for ever. */
  readonly publicUrl: (key: string) => string;
  /** Where a private one is read, for a minute. */
  readonly downloadLink: (key: string) => Promise<string>;
}

export interface CheckedFileStorage extends FileStorage {
  /** @throws FileStorageFailure when nothing can be stored now */
  readonly check: () => Promise<void>;
}

/** Its message holds neither secrets nor links. */
export class FileStorageFailure extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'FileStorageFailure';
  }
}

/** @throws FileStorageFailure */
export const requireFileKey = (key: string): string => {
  if (isFileKey(key)) return key;
  throw new FileStorageFailure('this cannot be the key of a file');
};

/** @throws FileStorageFailure */
export const requireFitting = (file: {
  readonly contentType: string;
  readonly size: number;
}): void => {
  if (!isContentType(file.contentType)) throw new FileStorageFailure('this is no content type');
  if (!Number.isSafeInteger(file.size) || file.size < 1 || file.size > FILE_BYTES_MAX) {
    throw new FileStorageFailure(`a file has between 1 and ${FILE_BYTES_MAX} bytes`);
  }
};
