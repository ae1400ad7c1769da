import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { LONGEST_REASON, SHORTEST_IMPERSONATION_REASON } from '#/domain/values/reason-length.ts';
import { sellerWaits } from '#/domain/seller/waits.ts';
import { LONGEST_NOTE } from '#/domain/notes/note-length.ts';
import {
  centsOut,
  exportLanguage,
  instant,
  mutation,
  page,
  paging,
  position,
  query,
  queryInteger,
  search,
} from './procedure.ts';
import { author, changedFields } from './platform-settings.ts';
import { registration } from './receivers.ts';
import { foundPage } from './sales.ts';

/** Methods of the seller's offers, if the platform has them too. */
const methods = {
  pixEnabled: z.boolean(),
  creditCardEnabled: z.boolean(),
  billetEnabled: z.boolean(),
};

const listed = z.strictObject({
  sellerId: aggregateId,
  /** Null after erasure, like `email`. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  ...methods,
  /** `BLOCKED`: cannot sign in or sell. */
  status: z.enum(['ACTIVE', 'BLOCKED']),
  /** State of the documents as a whole. */
  review: z.enum(['INCOMPLETE', 'WAITING', 'REJECTED', 'APPROVED']),
  /** When the oldest document that staff must still check was handed in; null = there is none. */
  waitingSince: instant.nullable(),
  /** What staff must still do about the seller, of what the reader may see; the oldest first. */
  waitsFor: z.array(z.strictObject({ what: z.enum(sellerWaits), since: instant })),
  available: centsOut,
  pending: centsOut,
  joinedAt: instant,
});

const detail = listed.extend({
  /** CPF or CNPJ; null after erasure, and if it is hidden. */
  document: z.string().nullable(),
  /** The reader may not see documents. */
  isDocumentHidden: z.boolean(),
  held: centsOut,
  /** Registrations at acquirers, failed ones included. */
  receivers: z.array(registration.pick({ provider: true, label: true, status: true })),
  /** The manager whose portfolio has the seller. The e-mail is null after erasure. */
  manager: z.strictObject({ managerId: aggregateId, email: z.string().nullable() }).nullable(),
  /** Null for a seller who did not register by a link. */
  acceptedTerms: z.strictObject({ version: z.string(), at: instant }).nullable(),
  changedAt: instant,
  /** E-mail of the member of staff; null for others, and after erasure. */
  changedBy: z.string().nullable(),
  revision: z.int(),
  position,
});

/** `CURRENT`: not blocked. `WAITING`: those for whom staff must do something. */
const listing = { ...paging, state: z.enum(['CURRENT', 'WAITING', 'BLOCKED']).default('CURRENT') };

const change = {
  sellerId: aggregateId,
  /** Revision that the change is based on; refused if there is a later one. */
  basedOn: z.int().min(0),
};

const written = z.strictObject({ position });

/** Fields of a seller's record. `terms`: the accepted version. `route…`: the seller's own acquirers. */
const recordedFields = [
  'status',
  'name',
  'email',
  'document',
  'terms',
  'pixEnabled',
  'creditCardEnabled',
  'billetEnabled',
  'routePix',
  'routeCreditCard',
  'routeBillet',
  'routeWithdraw',
] as const;

/** Lists about one seller, newest first. The cursor is the number of items that are older than the page. */
export const ofSeller = z.strictObject({
  sellerId: aggregateId,
  after: paging.after,
  cursor: queryInteger(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: paging.limit,
});

const recorded = z.union([z.string(), z.boolean()]).nullable();

const sellerChange = z.strictObject({
  revision: z.int(),
  at: instant,
  author,
  /** E-mail of the member of staff or manager; null for others, and after erasure. */
  by: z.string().nullable(),
  /** `before` and `after` are null when the reader may not see the values. */
  fields: z.array(
    z.strictObject({ field: z.enum(recordedFields), before: recorded, after: recorded }),
  ),
  /** Changes of the seller's own terms; a value is null where the seller follows the platform. */
  ownTerms: changedFields,
});

const note = z.strictObject({
  /** From 0, in the order of writing. */
  number: z.int(),
  /** Null after erasure. */
  text: z.string().nullable(),
  at: instant,
  author: author.extract(['STAFF', 'MANAGER']),
  /** E-mail of the author; null after erasure. */
  by: z.string().nullable(),
});

export const sellersContract = {
  'admin.listSellers': query(
    'The sellers of the platform, the last who came first; of those who wait for staff, who waits longest',
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
  'admin.countSellers': query(
    'How many lines the export of sellers will have',
    z.strictObject({}),
    z.strictObject({ lines: z.int() }),
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
  'admin.listSellerChanges': query(
    "What was changed in a seller's record, by whom, the last change first",
    ofSeller,
    page(sellerChange),
  ),
  'admin.writeSellerNote': mutation(
    'Adds a note to those that staff keep on a seller; it stays as it was written',
    z.strictObject({ sellerId: aggregateId, text: z.string().trim().min(1).max(LONGEST_NOTE) }),
    written,
  ),
  'admin.listSellerNotes': query(
    'The notes of staff and managers on a seller, the last first',
    ofSeller,
    page(note),
  ),
};

/** Streamed CSV of all sellers, at `GET /api/export.sellers`. */
export const sellersExportInput = z.strictObject({ language: exportLanguage });

export type ListedSeller = z.output<typeof listed>;
export type SellerChange = z.output<typeof sellerChange>;
export type SellerNote = z.output<typeof note>;
