import { randomUUID } from 'node:crypto';
import type { Core } from '#/api/composition/core.ts';
import { holderOf, pixKeyOf } from '#/api/withdrawals/destination-key.ts';
import { destination } from '#/domain/destination/decider.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';

/** Long ago: a new destination would pause withdrawals and make them need an approval. */
const DECLARED_AT = '2026-01-10T12:00:00.000Z';

/** Records a PIX key that was declared long ago, and approved or refused then unless it still waits. @returns the destination's id */
export const declareEarlier = async (
  { handler, vault }: Pick<Core, 'handler' | 'vault'>,
  { sellerId, platformId }: { readonly sellerId: string; readonly platformId: string },
  text: string,
  status: 'APPROVED' | 'REFUSED' | 'WAITING' = 'APPROVED',
): Promise<string> => {
  const details = activeDetails((await handler.load(seller, streamOf('seller', sellerId))).state);
  const identity = await vault.decrypt<Identity>(details.identity);
  if (!identity) throw new Error(`${sellerId} was erased`);
  const pix = pixKeyOf(text);
  const { holder, name, document } = holderOf(pix, identity, undefined);
  const opened: PixDestination = { pixKey: pix.key, name, document, blinding: randomUUID() };
  const declared = {
    platformId,
    sellerId,
    method: 'PIX',
    pixType: pix.type,
    destination: await vault.encrypt(details.identity.subject, 'fiscal', opened),
    holder,
    at: DECLARED_AT,
  } as const;
  const review = { by: 'admin:earlier', basedOn: 0, now: DECLARED_AT } as const;
  const reviews = {
    APPROVED: [{ type: 'Approve', ...review }],
    REFUSED: [{ type: 'Refuse', ...review, reason: 'Comprovante ausente' }],
    WAITING: [],
  } as const;
  const declare = { type: 'Declare', declared, isOwnDocument: false, repeats: null } as const;
  const destinationId = randomUUID();
  const stream = streamOf('destination', destinationId);
  const context = { platform: platformId, actor: 'system', correlation: sellerId };
  for (const command of [declare, ...reviews[status]])
    await handler.handle(destination, stream, command, { ...context, commandId: randomUUID() });
  return destinationId;
};
