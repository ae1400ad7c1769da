import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { LONGEST_NOTE } from '#/domain/notes/note-length.ts';
import {
  centsOut,
  day,
  instant,
  mutation,
  page,
  paging,
  position,
  query,
  queryInteger,
  search,
} from './procedure.ts';
import { foundPage } from './sales.ts';
import { ofSeller } from './sellers.ts';

/** What a manager sees of the sellers in their portfolio: no documents, buyers or balances. */

/** Approved sales; `volume` in cents of reais. */
const sold = { volume: centsOut, count: z.int() };

const period = z.strictObject({
  /** In days, today included. */
  days: z.int(),
  ...sold,
  /** Volume of the same number of days just before. */
  before: centsOut,
});

const ranked = z.strictObject({
  sellerId: aggregateId,
  /** Null after erasure. */
  name: z.string().nullable(),
  ...sold,
  before: centsOut,
});

const ownSeller = z.strictObject({
  sellerId: aggregateId,
  /** Null after erasure. */
  name: z.string().nullable(),
  /** `BLOCKED`: cannot sign in or sell. */
  status: z.enum(['ACTIVE', 'BLOCKED']),
  /** State of the documents as a whole. */
  review: z.enum(['INCOMPLETE', 'WAITING', 'REJECTED', 'APPROVED']),
  /** Of the last 30 days, in cents of reais; `before`: of the 30 days before those. */
  volume: centsOut,
  before: centsOut,
  lastSaleOn: day.nullable(),
});

const ownNote = z.strictObject({
  /** From 0, with gaps: staff's notes are numbered too. */
  number: z.int(),
  /** Null after erasure. */
  text: z.string().nullable(),
  at: instant,
  /** E-mail of the manager; null after erasure. */
  by: z.string().nullable(),
});

const listing = z.strictObject(paging);

export const managerContract = {
  'manager.getDashboard': query(
    'Volume of the own portfolio by period, and its sellers by volume',
    z.strictObject({
      /** In days. */
      days: queryInteger(1, 30).default(30),
      after: paging.after,
    }),
    z.strictObject({
      /** In the portfolio. */
      sellers: z.int(),
      periods: z.array(period),
      /** The highest volume first. */
      ranking: z.array(ranked),
      /** How many other sellers sold something. */
      others: z.int(),
      position,
    }),
  ),
  'manager.listSellers': query(
    'The sellers of the own portfolio, the last who came to the platform first',
    listing,
    page(ownSeller),
  ),
  'manager.searchSellers': search(
    'The sellers of the own portfolio whose name has all words of a text',
    listing.extend({ text: z.string().max(200) }),
    foundPage(ownSeller),
  ),
  'manager.getSeller': query(
    'One seller of the own portfolio',
    z.strictObject({ sellerId: aggregateId, after: paging.after }),
    ownSeller.extend({ position }),
  ),
  'manager.listSellerNotes': query(
    'The notes of managers on a seller of the own portfolio, the last first',
    ofSeller,
    page(ownNote),
  ),
  'manager.writeSellerNote': mutation(
    'Adds a note to those on a seller of the own portfolio; staff read it too, and it stays as it was written',
    z.strictObject({ sellerId: aggregateId, text: z.string().trim().min(1).max(LONGEST_NOTE) }),
    z.strictObject({ position }),
  ),
};

export type OwnSeller = z.output<typeof ownSeller>;
export type Ranked = z.output<typeof ranked>;
export type OwnNote = z.output<typeof ownNote>;
