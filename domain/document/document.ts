import { z } from 'zod';
import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { timestampSchema, type Timestamp } from '#/domain/values/time.ts';

/** A CPF or CNPJ was claimed for a seller whose photo is about to be approved. */
const DocumentClaimed = z.strictObject({
  platformId: aggregateId,
  sellerId: aggregateId,
  /** How often staff had judged photos of the seller's document before. */
  review: z.int().min(0),
  at: timestampSchema,
});

export const documentEvents = { DocumentClaimed };

export type DocumentEvent = EventOf<typeof documentEvents>;

export interface DocumentHolder {
  readonly sellerId: string;
  readonly review: number;
}

export interface DocumentClaim extends DocumentHolder {
  readonly type: 'Claim';
  readonly platformId: string;
  /** The claim on record when the caller found that it may be replaced; null = none was on record. */
  readonly after: DocumentHolder | null;
  readonly now: Timestamp;
}

const isSame = (a: DocumentHolder | null, b: DocumentHolder | null): boolean =>
  a?.sellerId === b?.sellerId && a?.review === b?.review;

/** The owner of a CPF or CNPJ: one stream per document, so that two sellers cannot both have it (people.129). */
export const document: Decider<
  DocumentClaim,
  DocumentEvent,
  { readonly holder: DocumentHolder | null }
> = {
  category: 'document',
  initial: { holder: null },
  decide: ({ platformId, sellerId, review, after, now: at }, { holder }) => {
    const isSameSeller = holder?.sellerId === sellerId;
    if (isSameSeller && holder.review >= review) return [];
    if (!isSameSeller && !isSame(holder, after)) throw new Refused('receiver/document-taken');
    return [{ type: 'DocumentClaimed', data: { platformId, sellerId, review, at } }];
  },
  evolve: (_state, { data: { sellerId, review } }) => ({ holder: { sellerId, review } }),
};
