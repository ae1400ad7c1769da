import { streamOf } from '#/domain/values/ids.ts';
import { receiverFileKey } from '#/domain/receiver/files.ts';
import { receiverTokensOf, type Core } from '#/api/composition/core.ts';
import { decode } from '#/ledger/codec.ts';
import { recordsOf } from '#/projections/subjects.ts';
import type { PrivacyServices } from './holds.ts';

/**
 * Removes the files that sellers uploaded, and the sellers' keys at acquirers. May be repeated.
 * @throws FileStorageFailure
 */
export const removeReceiverFiles = async (
  { store, files, credentials }: Pick<Core, 'store' | 'files' | 'credentials'>,
  sellerIds: readonly string[],
): Promise<void> => {
  for (const sellerId of sellerIds) {
    const recorded = await store.readStream(streamOf('receiver', sellerId));
    for (const event of recorded.map(decode)) {
      if (event.type !== 'ReceiverUploadGranted') continue;
      await files.remove(receiverFileKey(sellerId, event.data.fileId));
    }
    const owner = receiverTokensOf(sellerId);
    for (const name of await credentials.names(owner)) {
      await credentials.remove(owner, name);
    }
  }
};

/** As `removeReceiverFiles`, for all sellers that a person is. @throws FileStorageFailure; then the data must not be recorded as erased */
export const forgetReceivers = async (
  { core, database }: Pick<PrivacyServices, 'core' | 'database'>,
  subject: string,
): Promise<void> => {
  const records = await recordsOf(database, subject);
  const sellerIds = records.filter(({ kind }) => kind === 'seller').map(({ recordId }) => recordId);
  await removeReceiverFiles(core, sellerIds);
};
