import { createLinks } from '#/adapters/storage/disk-links.ts';
import { openDiskStorage } from '#/adapters/storage/disk.ts';
import { openS3Storage, type S3Settings } from '#/adapters/storage/s3.ts';
import type { PrivateFilesPlace } from '#/api/files/private-files.ts';
import type { ServedFiles } from '#/api/files/routes.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { Secrets } from './secrets.ts';
import type { CheckedFileStorage } from '#/domain/ports/file-storage.ts';

/** An S3-compatible service, or a local folder. */
export interface FilesPlace {
  readonly folder: string;
  readonly s3?: S3Settings | undefined;
}

interface OpenFiles extends PrivateFilesPlace {
  readonly storage: CheckedFileStorage;
  /** Files in the local folder, which this server itself sends and receives; undefined with an S3-compatible service. */
  readonly served: ServedFiles | undefined;
}

/** @param baseUrl the public address */
export const openFiles = async (
  { folder, s3 }: FilesPlace,
  baseUrl: string,
  { filesSecret: secret }: Secrets,
): Promise<OpenFiles> => {
  const places = {
    uploads: `${baseUrl}/api/private-files`,
    downloads: `${baseUrl}/private-files`,
  };
  const privateLinks = createLinks(places, secret, thisMachine.wallMs);
  if (s3) return { storage: openS3Storage(s3), served: undefined, privateLinks };
  const storage = await openDiskStorage({ folder, baseUrl, secret });
  return { storage, served: storage, privateLinks };
};
