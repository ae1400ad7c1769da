import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { LONGEST_REASON, SHORTEST_IMPERSONATION_REASON } from '#/domain/values/reason-length.ts';
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
import { changedFields } from './platform-settings.ts';
import { registration } from './receivers.ts';
import { foundPage } from './sales.ts';

/** Sellers of a platform, as staff manage them. */

/** The methods by which the seller's offers may be paid, if the platform offers them too. */
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
  /** `BLOCKED`: cannot sign in, and sells nothing. */
  status: z.enum(['ACTIVE', 'BLOCKED']),
  /**
   * State of the documents: `WAITING` while one waits for staff; else `REJECTED` while one is rejected; else `APPROVED` if the whole
   * checklist is approved; else `INCOMPLETE`.
   */
  review: z.enum(['INCOMPLETE', 'WAITING', 'REJECTED', 'APPROVED']),
  /** When the oldest document that waits for staff was handed in; null while none does. */
  waitingSince: instant.nullable(),
  available: centsOut,
  pending: centsOut,
  joinedAt: instant,
});

const detail = listed.extend({
  /** CPF or CNPJ; null for staff who may not see documents, and after erasure. */
  document: z.string().nullable(),
  held: centsOut,
  /** The seller's registrations at acquirers, also those that failed. */
  receivers: z.array(registration.pick({ provider: true, label: true, status: true })),
  /** The manager in whose portfolio the seller is; null for none. The e-mail is null after erasure. */
  manager: z.strictObject({ managerId: aggregateId, email: z.string().nullable() }).nullable(),
  /** The terms of use that the seller accepted when registering; null for a seller who did not register by a link. */
  acceptedTerms: z.strictObject({ version: z.string(), at: instant }).nullable(),
  changedAt: instant,
  /** E-mail of the member of staff who changed the record last; null for another author, and after erasure. */
  changedBy: z.string().nullable(),
  revision: z.int(),
  position,
});

/** `CURRENT`: sellers who may sign in; `WAITING`: those of them whose documents wait for staff. */
const listing = { ...paging, state: z.enum(['CURRENT', 'WAITING', 'BLOCKED']).default('CURRENT') };

const change = {
  sellerId: aggregateId,
  /** Revision of the record on which the change is based; if the record has changed since, the change is refused. */
  basedOn: z.int().min(0),
};

const written = z.strictObject({ position });

/**
 * Fields of a seller's record. `terms`: the version of the terms of use that the seller accepted. `route…`: the seller's own acquirers, in
 * place of the platform's.
 */
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

/** Input of lists about one seller, newest items first. A cursor is the number of items that are older than the former page. */
export const ofSeller = z.strictObject({
  sellerId: aggregateId,
  after: paging.after,
  cursor: queryInteger(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: paging.limit,
});

/** The value of a field; null where there is none. */
const recorded = z.union([z.string(), z.boolean()]).nullable();

const sellerChange = z.strictObject({
  revision: z.int(),
  at: instant,
  author: z.enum(['STAFF', 'MANAGER', 'MASTER', 'SELLER', 'PROGRAM']),
  /** E-mail of the member of staff or manager; null for others, and after erasure. */
  by: z.string().nullable(),
  /** `before` and `after` are both null when the field changed but the reader may not see its values. */
  fields: z.array(
    z.strictObject({ field: z.enum(recordedFields), before: recorded, after: recorded }),
  ),
  /** Changes of the seller's own terms; null where the seller follows the platform. */
  ownTerms: changedFields,
});

const note = z.strictObject({
  /** From 0, in the order in which notes were written. */
  number: z.int(),
  /** Null after erasure. */
  text: z.string().nullable(),
  at: instant,
  author: z.enum(['STAFF', 'MANAGER']),
  /** E-mail of the person who wrote the note; null after erasure. */
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

/** Streamed CSV of all sellers of the platform, at `GET /api/export.sellers`. */
export const sellersExportInput = z.strictObject({ language: exportLanguage });

export type ListedSeller = z.output<typeof listed>;
export type SellerChange = z.output<typeof sellerChange>;
export type SellerNote = z.output<typeof note>;
