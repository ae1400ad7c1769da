import type { Core } from '#/api/composition/core.ts';
import type { Once } from '#/api/http/once.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { requireNoPersonalData } from '#/api/privacy/no-personal-data.ts';
import { ownSeller } from '#/api/people/own-seller.ts';
import { streamOf } from '#/domain/ids.ts';
import { heldFile, receiver } from '#/domain/receiver/decider.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { claimDocument } from './claim-document.ts';

/** Records what staff decided about a verification file; a reason rejects it. @returns position @throws Refused */
export const reviewFile = async (
  file: { readonly sellerId: string; readonly fileId: string; readonly reason?: string },
  {
    core,
    platformId,
    once,
  }: { readonly core: Core; readonly platformId: string; readonly once: Once },
): Promise<string> => {
  const { sellerId, fileId, reason } = file;
  const seller = await ownSeller(core, platformId, sellerId);
  if (reason !== undefined) await requireNoPersonalData(core, { buyer: seller }, reason);
  const now = core.now();
  const stream = streamOf('receiver', sellerId);
  const { state } = await core.handler.load(receiver, stream);
  const isIdentity = heldFile(state, fileId)?.kind === 'photoDocument';
  const done = await once(async (keyed) => {
    const about = { platformId, sellerId, fileId, now };
    const context = { ...keyed, correlation: fileId, ...(reason !== undefined && { reason }) };
    if (isIdentity && reason === undefined) {
      const { actor } = keyed;
      const commandId = derivedId('claim document', keyed.commandId);
      const claiming = { commandId, platform: platformId, actor, correlation: fileId };
      await claimDocument(core, sellerId, seller, claiming);
    }
    return core.handler.handle(
      receiver,
      stream,
      reason === undefined
        ? { ...about, type: 'ApproveFile' }
        : { ...about, type: 'RejectFile', reason },
      context,
    );
  });
  return writtenAt(done);
};
