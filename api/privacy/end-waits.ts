import { destination } from '#/domain/destination/decider.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { recordsOf } from '#/projections/subjects.ts';
import type { PrivacyServices } from './holds.ts';

interface Person {
  readonly subject: string;
  readonly platformId: string;
}

type WaitServices = Pick<PrivacyServices, 'core' | 'database'>;

const removePixKey = async (
  { core: { handler, now } }: WaitServices,
  { subject, platformId }: Person,
  destinationId: string,
): Promise<void> => {
  const stream = streamOf('destination', destinationId);
  const { state } = await handler.load(destination, stream);
  if (state.status === 'ABSENT' || state.status === 'REMOVED') return;
  const { revision } = state;
  const command = { type: 'Remove', now: now() } as const;
  await handler.handle(destination, stream, command, {
    // The seller may have declared the key again, in a call that began before the erasure.
    commandId: derivedId('destination of an erased seller', destinationId, String(revision)),
    platform: platformId,
    actor: 'system',
    correlation: subject,
  });
};

const removeWaitingDocuments = async (
  { core: { handler, now } }: WaitServices,
  { subject, platformId }: Person,
  sellerId: string,
): Promise<void> => {
  const stream = streamOf('receiver', sellerId);
  const { state } = await handler.load(receiver, stream);
  for (const { fileId, status } of Object.values(state.files)) {
    if (status !== 'SUBMITTED') continue;
    const command = { type: 'RemoveFile', platformId, sellerId, fileId, now: now() } as const;
    await handler.handle(receiver, stream, command, {
      commandId: derivedId('document of an erased seller', fileId),
      platform: platformId,
      actor: 'system',
      correlation: subject,
    });
  }
};

/**
 * Removes an erased seller's PIX keys, and the documents that wait for staff. No one can check them any more: they would wait for ever.
 * Documents that staff approved or rejected stay on record. May be repeated.
 */
export const endWaits = async (services: WaitServices, person: Person): Promise<void> => {
  const records = await recordsOf(services.database, person.subject);
  for (const { kind, recordId } of records) {
    if (kind === 'destination') await removePixKey(services, person, recordId);
    if (kind === 'seller') await removeWaitingDocuments(services, person, recordId);
  }
};
