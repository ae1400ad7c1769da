import { z } from 'zod';
import { personKinds } from '#/domain/access/events.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { dayRange, instant, page, paging, query } from './procedure.ts';

export const accessKind = z.enum([
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGN_IN_SUSPENDED',
  'SIGNED_OUT',
  'SECOND_FACTOR',
  'IMPERSONATION_BEGUN',
  'IMPERSONATION_ENDED',
  'DATA_OPENED',
]);

const person = z.strictObject({
  kind: z.enum(personKinds),
  id: aggregateId,
  /** A seller's name, or another person's e-mail; null after erasure. */
  name: z.string().nullable(),
});

/**
 * A word of the access log, for example why a session ended. The lists of such words are in `domain/access/events.ts`. During an update a
 * newer release may record other words, which an older one shows as they are.
 */
export const loggedWord = z.string();

const accessEntry = z.strictObject({
  eventId: z.uuid(),
  at: instant,
  person,
  kind: accessKind,
  /** Client address; null where none was recorded, and after erasure. */
  address: z.string().nullable(),
  opened: loggedWord.nullable(),
  /** The payment or seller that was opened; null for lists, searches and exports. */
  recordId: aggregateId.nullable(),
  /** `SIGN_IN_SUSPENDED`: after how many failures; `SIGNED_IN`: how many came before. */
  failures: z.int().nullable(),
  /** `SIGNED_IN`: whether the browser had signed in to this account before. */
  isKnownDevice: z.boolean().nullable(),
  /** `SIGNED_OUT`: why the session ended. */
  cause: loggedWord.nullable(),
  /** `SECOND_FACTOR`: what happened to it. */
  change: loggedWord.nullable(),
  /** E-mail of the member of staff who acted on the person's access. */
  by: z.string().nullable(),
  /** The other person of an impersonation. */
  other: person.nullable(),
  /** `IMPERSONATION_BEGUN`: when it ends at the latest. */
  until: instant.nullable(),
  /** Why staff acted on the person's access, or impersonated a seller. */
  reason: z.string().nullable(),
});

export const accessContract = {
  'admin.listAccess': query(
    'Who signed in or failed to, who was in as whom, and who opened whose data',
    z.strictObject({
      ...paging,
      ...dayRange,
      personId: aggregateId.optional(),
      kind: accessKind.optional(),
    }),
    page(accessEntry),
  ),
};

export type AccessEntry = z.output<typeof accessEntry>;
