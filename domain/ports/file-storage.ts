/** Storage of uploads: S3-compatible or a disk (people.76, people.77). The content under a key never changes. */

/** A `public` file can be read by its address, a `private` one by a short-lived link. */
export type FileAccess = 'public' | 'private';

/** In bytes: ten megabytes, plus what encryption adds. */
export const FILE_BYTES_MAX = 10_001_000;

/** How long a link to upload a file, or to read a private one, is valid (people.75). */
export const FILE_LINK_SECONDS = 60;

const KEY_LENGTH_MAX = 200;

/** Parts joined by `/`, none of which begins with a dot. */
export const isFileKey = (text: string): boolean =>
  text.length <= KEY_LENGTH_MAX && /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(text);

const CONTENT_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,60}$/;

/** A bare type, such as `image/png`: parameters could hide another type. */
export const isContentType = (text: string): boolean => CONTENT_TYPE.test(text);

export interface DeclaredFile {
  readonly key: string;
  readonly contentType: string;
  /** The upload must have exactly this many bytes. */
  readonly size: number;
  readonly access: FileAccess;
  /** The person under whose key (`vault`) a private file is encrypted. */
  readonly subject?: string;
}

/** `taken` = the key already had a file, which is left unchanged. */
export type PutResult = 'stored' | 'taken';

/** A link for one PUT; the browser must send the headers unchanged. */
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

/** Throws FileStorageFailure for bad input, or without an answer; DamagedFile for a changed file. */
export interface FileStorage {
  readonly uploadLink: (file: DeclaredFile) => Promise<UploadLink>;
  readonly put: (key: string, file: StoredFile, access: FileAccess) => Promise<PutResult>;
  /** Undefined when there is no such file. */
  readonly get: (key: string) => Promise<StoredFile | undefined>;
  /** Removes a file; succeeds also when there is none. */
  readonly remove: (key: string) => Promise<void>;
  readonly publicUrl: (key: string) => string;
  /** Valid for a minute. */
  readonly downloadLink: (key: string) => Promise<string>;
}

export interface CheckedFileStorage extends FileStorage {
  /** @throws FileStorageFailure when nothing can be stored now */
  readonly check: () => Promise<void>;
}

/** Its message contains neither secrets nor links. */
export class FileStorageFailure extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'FileStorageFailure';
  }
}

/** A retry does not help: staff must restore the file. */
export class DamagedFile extends FileStorageFailure {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'DamagedFile';
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
