import {
  FileStorageFailure,
  requireFileKey,
  requireFitting,
  type FileAccess,
  type FileStorage,
  type StoredFile,
} from '#/domain/ports/file-storage.ts';
import { sampleNow } from './samples.ts';

/** A file storage in memory, with the stored files by key. `fail(true)` makes reads and writes fail, but no links. */
export const memoryFiles = () => {
  const kept = new Map<string, StoredFile & { readonly access: FileAccess }>();
  let fails = false;
  const throwIfFailing = async (): Promise<void> => {
    if (fails) throw new FileStorageFailure('the storage answered 500');
  };
  const publicUrl = (key: string): string => `https://files.example/${requireFileKey(key)}`;
  const storage: FileStorage = {
    uploadLink: async ({ key, contentType, size }) => {
      requireFitting({ contentType, size });
      return { url: publicUrl(key), headers: {}, expiresAt: sampleNow };
    },
    put: async (key, file, access) => {
      await throwIfFailing();
      requireFitting({ contentType: file.contentType, size: file.bytes.length });
      if (kept.has(requireFileKey(key))) return 'taken';
      kept.set(key, { ...file, access });
      return 'stored';
    },
    get: async (key) => {
      await throwIfFailing();
      return kept.get(requireFileKey(key));
    },
    remove: async (key) => {
      await throwIfFailing();
      kept.delete(requireFileKey(key));
    },
    publicUrl,
    downloadLink: async (key) => `${publicUrl(key)}?signed`,
  };
  return {
    storage,
    kept,
    fail: (isFailing: boolean) => {
      fails = isFailing;
    },
  };
};
