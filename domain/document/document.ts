import { z } from 'zod';
import type { Decider, EventOf } from '#/domain/decider.ts';
import { Refused } from '#/domain/errors.ts';
import { aggregateId } from '#/domain/ids.ts';
import { timestampSchema, type Timestamp } from '#/domain/time.ts';

/** A CPF or CNPJ was approved as this seller's, for the first time, or in place of one who was erased since. */
const DocumentClaimed = z.strictObject({
  platformId: aggregateId,
  sellerId: aggregateId,
  at: timestampSchema,
});

export const documentEvents = { DocumentClaimed };

export type DocumentEvent = EventOf<typeof documentEvents>;

export interface DocumentClaim {
  readonly type: 'Claim';
  readonly platformId: string;
  readonly sellerId: string;
  /** Who may have had it before: a seller who was erased, or no one. */
  readonly after: string | null;
  readonly now: Timestamp;
}

/**
 * The owner of a CPF or CNPJ on a platform, in one stream by document, so that two sellers approved at the same moment cannot both have it
 * (people.129). The id of the stream derives from a keyed digest: no one who lacks the key can guess a document from it.
 */
export const document: Decider<DocumentClaim, DocumentEvent, { readonly holder: string | null }> = {
  category: 'document',
  initial: { holder: null },
  decide: ({ platformId, sellerId, after, now: at }, { holder }) => {
    if (holder === sellerId) return [];
    if (holder !== after) throw new Refused('receiver/document-taken');
    return [{ type: 'DocumentClaimed', data: { platformId, sellerId, at } }];
  },
  evolve: (_state, { data: { sellerId: holder } }) => ({ holder }),
};
