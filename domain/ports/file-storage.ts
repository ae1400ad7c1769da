/**
 * Where uploads lie: S3-compatible storage, or the disk of a single machine (spec 2 §7). Keys are ours, of letters, digits,
 * `-`, `_`, `.` and `/`; what is under a key never changes.
 */

/** `public` may be read by anybody who has its address; `private` only through a link that ends soon. */
export type FileAccess = 'public' | 'private';

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

export interface FileStorage {
  readonly uploadLink: (file: {
    readonly key: string;
    readonly contentType: string;
    /** Exactly as many bytes are taken. */
    readonly size: number;
    readonly access: FileAccess;
  }) => Promise<UploadLink>;
  /** @throws FileStorageFailure */
  readonly put: (key: string, file: StoredFile, access: FileAccess) => Promise<void>;
  /** Undefined when there is none. @throws FileStorageFailure */
  readonly get: (key: string) => Promise<StoredFile | undefined>;
  readonly remove: (key: string) => Promise<void>;
  /** Where a public one is read, for ever. */
  readonly publicUrl: (key: string) => string;
  /** Where a private one is read, for a minute. */
  readonly downloadLink: (key: string) => Promise<string>;
}

export class FileStorageFailure extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = 'FileStorageFailure';
  }
}
