import type { Parts } from '#/api/parts.ts';
import type { ProceduresOf } from '#/api/procedure.ts';
import { ownPayment } from '#/api/seller/request-refund.ts';
import { streamOf } from '#/domain/ids.ts';
import { proveStream } from '#/ledger/audit/proof.ts';
import { entryOf } from '#/ledger/audit/seal-log.ts';
import { SEAL_STREAM } from '#/ledger/audit/seal.ts';
import type { Position } from '#/ledger/event-store.ts';

type SealProcedures = Pick<ProceduresOf<'admin'>, 'admin.getSealState' | 'admin.getPaymentProof'>;

/** Far enough to see that the sealer is behind. */
const COUNTED = 1_000;

/** Seals themselves wait for what comes next, and do not count. */
const countUnsealed = async (
  { core: { store } }: Parts,
  after: Position | undefined,
): Promise<number> => {
  let count = 0;
  const range = { ...(after !== undefined && { after }), limit: COUNTED };
  for await (const events of store.readAll(range)) {
    count += events.filter(({ stream }) => stream !== SEAL_STREAM).length;
  }
  return count;
};

export const sealProcedures: SealProcedures = {
  'admin.getSealState': async (_input, { parts }) => {
    const row = await parts.seals.lastSeal();
    const entry = row && entryOf(row);
    const unsealed = await countUnsealed(parts, row?.to ?? undefined);
    return { last: entry?.type === 'SealWritten' ? entry.data : null, unsealed };
  },

  'admin.getPaymentProof': async ({ paymentId }, { caller, parts }) => {
    await ownPayment(parts.core, caller, paymentId);
    const stream = streamOf('payment', paymentId);
    const { events, seals, rotations } = await proveStream(parts.core.store, parts.seals, stream);
    return {
      stream,
      events: events.map(({ seal, ...event }) => ({
        ...event,
        seal: seal && { ...seal, path: [...seal.path] },
      })),
      seals: [...seals],
      rotations: [...rotations],
    };
  },
};
