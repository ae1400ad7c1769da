import { z } from 'zod';
import { openings, personKinds, signOutCauses } from '#/domain/access/events.ts';
import { aggregateId } from '#/domain/ids.ts';
import { dayRange, instant, page, paging, query } from './procedure.ts';

/** What a line of the trail is about. */
export const accessKind = z.enum([
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGN_IN_SUSPENDED',
  'SIGNED_OUT',
  'DATA_OPENED',
]);

const accessLine = z.strictObject({
  eventId: z.uuid(),
  at: instant,
  person: z.strictObject({
    kind: z.enum(personKinds),
    id: aggregateId,
    /** A seller's name, a staff member's e-mail; null of one who was erased. */
    name: z.string().nullable(),
  }),
  kind: accessKind,
  /** Where it came from; null of a person who was erased. */
  address: z.string().nullable(),
  opened: z.enum(openings).nullable(),
  /** The payment or the seller that was opened. */
  recordId: aggregateId.nullable(),
  /** Wrong passwords before a sign-in, or that led to a wait. */
  failures: z.int().nullable(),
  /** The browser had signed in to this account before. */
  isKnownDevice: z.boolean().nullable(),
  cause: z.enum(signOutCauses).nullable(),
});

export const accessContract = {
  'admin.listAccess': query(
    'Who signed in or failed to, and who opened whose data',
    z.strictObject({
      ...paging,
      ...dayRange,
      /** Of a staff member or a seller. */
      personId: aggregateId.optional(),
      kind: accessKind.optional(),
    }),
    page(accessLine),
  ),
};

export type AccessLine = z.output<typeof accessLine>;
