import { z } from 'zod';
import type { Decider, EventOf } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import { aggregateId } from '#/domain/ids.ts';
import { timestampSchema, type Timestamp } from '#/domain/time.ts';

/** A CPF or CNPJ was claimed for an approval of this seller's, or in place of one who was erased, or rejected, since. */
const DocumentClaimed = z.strictObject({
  platformId: aggregateId,
  sellerId: aggregateId,
  /** How often photos of the seller's document had been judged before: the claim is for the approval that comes next. */
  review: z.int().min(0),
  at: timestampSchema,
});

export const documentEvents = { DocumentClaimed };

export type DocumentEvent = EventOf<typeof documentEvents>;

/** For which approval of which seller a document was claimed. */
export interface DocumentHolder {
  readonly sellerId: string;
  readonly review: number;
}

export interface DocumentClaim extends DocumentHolder {
  readonly type: 'Claim';
  readonly platformId: string;
  /** The claim that was seen to be good no more; null for none. */
  readonly after: DocumentHolder | null;
  readonly now: Timestamp;
}

const isSame = (a: DocumentHolder | null, b: DocumentHolder | null): boolean =>
  a?.sellerId === b?.sellerId && a?.review === b?.review;

/**
 * The owner of a CPF or CNPJ on a platform, in one stream by document, so that two sellers approved at the same moment cannot both have it
 * (people.129). The id of the stream derives from a keyed digest: no one who lacks the key can guess a document from it.
 */
export const document: Decider<
  DocumentClaim,
  DocumentEvent,
  { readonly holder: DocumentHolder | null }
> = {
  category: 'document',
  initial: { holder: null },
  decide: ({ platformId, sellerId, review, after, now: at }, { holder }) => {
    const isTheirs = holder?.sellerId === sellerId;
    if (isTheirs && holder.review >= review) return [];
    if (!isTheirs && !isSame(holder, after)) throw new Refused('receiver/document-taken');
    return [{ type: 'DocumentClaimed', data: { platformId, sellerId, review, at } }];
  },
  evolve: (_state, { data: { sellerId, review } }) => ({ holder: { sellerId, review } }),
};
