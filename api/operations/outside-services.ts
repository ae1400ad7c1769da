import type { CheckedFileStorage } from '#/domain/ports/file-storage.ts';
import type { FindPostalAddress } from '#/domain/ports/postal-code.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { watchUse, type LastUse } from './last-use.ts';

/** Services outside this process, besides acquirers and mail, and whether each worked when it was last used. */
export interface OutsideServices {
  readonly storage: Pick<CheckedFileStorage, 'check'> & {
    readonly kind: 'folder' | 's3';
    /** Host and bucket; null for a folder, whose path is not shown. */
    readonly place: string | null;
    readonly last: () => LastUse | null;
  };
  readonly postalCode: {
    readonly host: string;
    readonly find: FindPostalAddress;
    readonly last: () => LastUse | null;
  };
}

interface OutsideDependencies {
  readonly storage: Pick<CheckedFileStorage, 'check'>;
  readonly s3?: { readonly endpoint: string; readonly bucket: string } | undefined;
  readonly postalCodeUrl: string;
  readonly find: FindPostalAddress;
  readonly now: () => Timestamp;
}

export const watchOutsideServices = (dependencies: OutsideDependencies): OutsideServices => {
  const { storage, s3, postalCodeUrl, find, now } = dependencies;
  const ofStorage = watchUse(now);
  const ofPostalCode = watchUse(now);
  return {
    storage: {
      kind: s3 ? 's3' : 'folder',
      place: s3 ? `${new URL(s3.endpoint).host}/${s3.bucket}` : null,
      check: ofStorage.watch(storage.check),
      last: ofStorage.last,
    },
    postalCode: {
      host: new URL(postalCodeUrl).host,
      find: ofPostalCode.watch(find),
      last: ofPostalCode.last,
    },
  };
};
