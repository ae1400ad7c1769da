import {
  FileStorageFailure,
  requireFileKey,
  requireFitting,
  type FileAccess,
  type FileStorage,
  type StoredFile,
} from '#/domain/ports/file-storage.ts';
import { sampleNow } from './samples.ts';

/** A file storage in memory; `fail` makes it fail. */
export const memoryFiles = () => {
  const kept = new Map<string, StoredFile & { readonly access: FileAccess }>();
  let fails = false;
  const reach = async (): Promise<void> => {
    if (fails) throw new FileStorageFailure('the storage answered 500');
  };
  const publicUrl = (key: string): string => `https://files.example/${requireFileKey(key)}`;
  const storage: FileStorage = {
    uploadLink: async ({ key, contentType, size }) => {
      requireFitting({ contentType, size });
      return { url: publicUrl(key), headers: {}, expiresAt: sampleNow };
    },
    put: async (key, file, access) => {
      await reach();
      requireFitting({ contentType: file.contentType, size: file.bytes.length });
      if (kept.has(requireFileKey(key))) return 'taken';
      kept.set(key, { ...file, access });
      return 'stored';
    },
    get: async (key) => {
      await reach();
      return kept.get(requireFileKey(key));
    },
    remove: async (key) => {
      await reach();
      kept.delete(requireFileKey(key));
    },
    publicUrl,
    downloadLink: async (key) => `${publicUrl(key)}?signed`,
  };
  return {
    storage,
    kept,
    fail: (does: boolean) => {
      fails = does;
    },
  };
};
