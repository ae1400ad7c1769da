import type { Core } from '#/api/composition/core.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import { FileStorageFailure } from '#/domain/ports/file-storage.ts';
import { receiverFileKey } from '#/domain/receiver/files.ts';
import type { checklistShown } from './view.ts';

/** Returns a link to a file; null while the storage is unavailable, because the rest of the page is still useful. */
const linkTo = async ({ files }: Core, key: string): Promise<string | null> => {
  try {
    return await withDeadlinePaused(() => files.downloadLink(key));
  } catch (error) {
    if (error instanceof FileStorageFailure) return null;
    throw error;
  }
};

export const linkChecklist = (
  core: Core,
  sellerId: string,
  checklist: ReturnType<typeof checklistShown>,
): Promise<OutputOf<'admin.getReceiver'>['checklist']> =>
  Promise.all(
    checklist.map(async ({ kind, file }) => {
      const url = file && (await linkTo(core, receiverFileKey(sellerId, file.fileId)));
      return { kind, file, url };
    }),
  );
