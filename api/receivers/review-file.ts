import type { Core } from '#/api/composition/core.ts';
import type { Once } from '#/api/http/once.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';
import { requireActiveSeller } from '#/api/people/require-active-seller.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { findFile, receiver } from '#/domain/receiver/decider.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone } from '#/ledger/idempotency.ts';
import { claimDocument } from './claim-document.ts';

/**
 * Rejects the file if a reason is given; otherwise approves it. @returns position
 * @throws Refused `receiver/…`, `subject/named-in-reason`, and as `requireActiveSeller`
 */
export const reviewFile = async (
  file: { readonly sellerId: string; readonly fileId: string; readonly reason?: string },
  {
    core,
    platformId,
    once,
  }: { readonly core: Core; readonly platformId: string; readonly once: Once },
): Promise<string> => {
  const { sellerId, fileId, reason } = file;
  const seller = await requireActiveSeller(core, platformId, sellerId);
  if (reason !== undefined) await requireNoPersonalData(core, { buyer: seller }, reason);
  const now = core.now();
  const stream = streamOf('receiver', sellerId);
  return once(async (keyed) => {
    const recorded = await core.handler.load(receiver, stream);
    const { state } = recorded;
    // Claiming again could fail, as the document may be another seller's by now.
    if (isDone(recorded, keyed)) return writtenAt(recorded);
    const about = { platformId, sellerId, fileId, now };
    if (reason !== undefined) {
      const context = { ...keyed, correlation: fileId, reason };
      const command = { ...about, type: 'RejectFile', reason } as const;
      return writtenAt(await core.handler.handle(receiver, stream, command, context));
    }
    const { photoReviews: review } = state;
    const isIdentity = findFile(state, fileId)?.kind === 'photoDocument';
    if (isIdentity) {
      const commandId = derivedId('claim document', keyed.commandId);
      const { actor } = keyed;
      const claiming = { commandId, platform: platformId, actor, correlation: fileId };
      await claimDocument(core, { sellerId, review, details: seller }, claiming);
    }
    const command = { ...about, type: 'ApproveFile', ...(isIdentity && { review }) } as const;
    const context = { ...keyed, correlation: fileId };
    return writtenAt(await core.handler.handle(receiver, stream, command, context));
  });
};
