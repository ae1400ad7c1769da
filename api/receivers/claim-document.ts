import type { Core } from '#/api/composition/core.ts';
import { normaliseDocument } from '#/domain/brazil/document.ts';
import { document, type DocumentHolder } from '#/domain/document/document.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';

/** True if the seller was erased: then the same person may use the document as another seller. */
const isErased = async ({ handler, vault }: Core, sellerId: string): Promise<boolean> => {
  const { state } = await handler.load(seller, streamOf('seller', sellerId));
  if (state.status === 'ABSENT') return true;
  return (await vault.decrypt<Identity>(state.details.identity)) === undefined;
};

/** True if a claim is void: since it was made a photo was judged, and the seller's photo is now rejected or removed. */
const isOutdated = async (
  { handler }: Core,
  { sellerId, review }: DocumentHolder,
): Promise<boolean> => {
  const { state } = await handler.load(receiver, streamOf('receiver', sellerId));
  const status = state.files.photoDocument?.status ?? 'REJECTED';
  return state.photoReviews > review && status === 'REJECTED';
};

/** `review` = how often photos of the seller's document were judged before. */
interface Approval extends DocumentHolder {
  readonly details: SellerDetails;
}

/**
 * Claims a CPF or CNPJ for a seller before it is approved, so that no other seller of the platform gets it. Approvals before 2026-11-28
 * made no claim.
 * @throws Refused `receiver/document-taken` while another seller's claim is in force, `record/archived` once this seller was erased
 */
export const claimDocument = async (
  core: Core,
  { sellerId, review, details: { platformId, identity } }: Approval,
  context: CommandContext,
): Promise<void> => {
  const { handler, vault, now } = core;
  const opened = await vault.decrypt<Identity>(identity);
  if (opened === undefined) throw new Refused('record/archived');
  const text = normaliseDocument(opened.document);
  const [token = ''] = vault.tokens(platformId, [{ kind: 'document', text }]);
  const stream = streamOf('document', derivedId('document', platformId, token));
  const { state } = await handler.load(document, stream);
  const { holder: after } = state;
  const isFree =
    after === null ||
    after.sellerId === sellerId ||
    (await isErased(core, after.sellerId)) ||
    (await isOutdated(core, after));
  if (!isFree) throw new Refused('receiver/document-taken');
  const command = { type: 'Claim', platformId, sellerId, review, after, now: now() } as const;
  await handler.handle(document, stream, command, context);
};
