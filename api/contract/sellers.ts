import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { centsOut, instant, mutation, page, paging, position, query, search } from './procedure.ts';
import { LONGEST_REASON, SHORTEST_IMPERSONATION_REASON } from '#/domain/reason-length.ts';
import { foundPage } from './sales.ts';

/** Sellers of a platform, as staff manage them. */

/** By which methods the seller's offers may be paid, where the platform offers them. */
const methods = {
  pixEnabled: z.boolean(),
  creditCardEnabled: z.boolean(),
  billetEnabled: z.boolean(),
};

const listed = z.strictObject({
  sellerId: aggregateId,
  /** Both null after erasure. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  ...methods,
  /** `BLOCKED`: cannot come in, and sells nothing. */
  status: z.enum(['ACTIVE', 'BLOCKED']),
  /** Of the documents: `WAITING` for staff, `REJECTED` while one is, `APPROVED` once the whole checklist is. */
  review: z.enum(['INCOMPLETE', 'WAITING', 'REJECTED', 'APPROVED']),
  available: centsOut,
  pending: centsOut,
  joinedAt: instant,
});

const detail = listed.extend({
  /** CPF or CNPJ; null for staff who may not see documents, and after erasure. */
  document: z.string().nullable(),
  held: centsOut,
  /** What the seller accepted by registering; null for one who came in otherwise. */
  acceptedTerms: z.strictObject({ version: z.string(), at: instant }).nullable(),
  changedAt: instant,
  /** E-mail of the member of staff who changed the record last; null for others. */
  changedBy: z.string().nullable(),
  revision: z.int(),
  position,
});

const listing = { ...paging, state: z.enum(['CURRENT', 'BLOCKED']).default('CURRENT') };

const change = {
  sellerId: aggregateId,
  /** Revision of the record on which the change is based: one that changed meanwhile is left as it is. */
  basedOn: z.int().min(0),
};

const written = z.strictObject({ position });

export const sellersContract = {
  'admin.listSellers': query(
    'The sellers of the platform, the last who came first',
    z.strictObject(listing),
    page(listed),
  ),
  'admin.searchSellers': search(
    'The sellers of the platform whose name, e-mail or document has all words of a text, the last who came first',
    z.strictObject({ ...listing, text: z.string().max(200) }),
    foundPage(listed),
  ),
  'admin.getSeller': query(
    'One seller of the platform',
    z.strictObject({ sellerId: aggregateId, after: paging.after }),
    detail,
  ),
  'admin.reviseSellerMethods': mutation(
    'Says by which methods the offers of a seller may be paid from now on',
    z.strictObject({ ...change, ...methods }),
    written,
  ),
  'admin.blockSeller': mutation(
    'Lets a seller in no more, ends their sessions and their sales; money that is theirs stays theirs',
    z.strictObject(change),
    written,
  ),
  'admin.beginImpersonation': mutation(
    'Lets the member of staff see what the seller sees, for half an hour, and change nothing; the seller sees that it was, and why',
    z.strictObject({
      sellerId: aggregateId,
      reason: z.string().trim().min(SHORTEST_IMPERSONATION_REASON).max(LONGEST_REASON),
    }),
    written,
  ),
  'admin.restoreSeller': mutation(
    'Lets a blocked seller in again, to sell as before',
    z.strictObject(change),
    written,
  ),
};

export type ListedSeller = z.output<typeof listed>;
