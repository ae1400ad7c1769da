import { streamOf } from '#/domain/values/ids.ts';
import { receiverFileKey } from '#/domain/receiver/files.ts';
import { receiverTokensOf } from '#/api/composition/core.ts';
import { decode } from '#/ledger/codec.ts';
import { recordsOf } from '#/projections/subjects.ts';
import type { PrivacyServices } from './holds.ts';

/**
 * Removes every verification file that the person may have uploaded as a seller, and the keys of their accounts at acquirers.
 * May be repeated. @throws FileStorageFailure: the data must not be recorded as erased then
 */
export const forgetReceivers = async (
  { core, database }: Pick<PrivacyServices, 'core' | 'database'>,
  subject: string,
): Promise<void> => {
  const records = await recordsOf(database, subject);
  const sellerIds = records.filter(({ kind }) => kind === 'seller').map(({ recordId }) => recordId);
  for (const sellerId of sellerIds) {
    const recorded = await core.store.readStream(streamOf('receiver', sellerId));
    for (const event of recorded.map(decode)) {
      if (event.type !== 'ReceiverUploadGranted') continue;
      await core.files.remove(receiverFileKey(sellerId, event.data.fileId));
    }
    const owner = receiverTokensOf(sellerId);
    for (const name of await core.credentials.names(owner)) {
      await core.credentials.remove(owner, name);
    }
  }
};
