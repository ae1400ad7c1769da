import type { Call, ProceduresOf } from '#/api/http/procedure.ts';
import { requireNoPersonalData } from '#/api/privacy/no-personal-data.ts';
import { ownSeller } from '#/api/sellers/own-seller.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { streamOf } from '#/domain/ids.ts';
import { receiver } from '#/domain/receiver/decider.ts';

type Judging = 'admin.approveReceiverFile' | 'admin.rejectReceiverFile';

const judge = async (
  file: { readonly sellerId: string; readonly fileId: string; readonly reason?: string },
  { caller: { platformId }, once, services: { core } }: Call<Judging>,
) => {
  const { sellerId, fileId, reason } = file;
  const seller = await ownSeller(core, platformId, sellerId);
  if (reason !== undefined) await requireNoPersonalData(core, { buyer: seller }, reason);
  const now = core.now();
  const done = await once((keyed) => {
    const about = { platformId, sellerId, fileId, now };
    const context = { ...keyed, correlation: fileId, ...(reason !== undefined && { reason }) };
    return core.handler.handle(
      receiver,
      streamOf('receiver', sellerId),
      reason === undefined
        ? { ...about, type: 'ApproveFile' }
        : { ...about, type: 'RejectFile', reason },
      context,
    );
  });
  return { position: writtenAt(done) };
};

export const receiverReviewProcedures: Pick<ProceduresOf<'admin'>, Judging> = {
  'admin.approveReceiverFile': (input, call) => judge(input, call),
  'admin.rejectReceiverFile': (input, call) => judge(input, call),
};
