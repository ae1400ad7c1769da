import { z } from 'zod';
import {
  openings,
  personKinds,
  secondFactorChanges,
  signOutCauses,
} from '#/domain/access/events.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { dayRange, instant, page, paging, query } from './procedure.ts';

/** Kind of an access-trail entry. */
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
  /** A seller's name, or the e-mail of a member of staff or manager; null after erasure. */
  name: z.string().nullable(),
});

const accessLine = z.strictObject({
  eventId: z.uuid(),
  at: instant,
  person,
  kind: accessKind,
  /** Client address; null where none was recorded, as when staff acted on the person's access, and after the person's erasure. */
  address: z.string().nullable(),
  opened: z.enum(openings).nullable(),
  /**
   * The payment or the seller that was opened; null for a list, a search or an export of a whole platform, and on lines of another kind.
   */
  recordId: aggregateId.nullable(),
  /** On `SIGN_IN_SUSPENDED` how many failed attempts led to it; on `SIGNED_IN` how many came before it; null on lines of another kind. */
  failures: z.int().nullable(),
  /** True if the browser had signed in to this account before; null unless the line is `SIGNED_IN`. */
  isKnownDevice: z.boolean().nullable(),
  cause: z.enum(signOutCauses).nullable(),
  /** What happened to the second factor; null unless the line is `SECOND_FACTOR`. */
  change: z.enum(secondFactorChanges).nullable(),
  /** E-mail of the member of staff who acted on the person's access; null when the person acted, and after erasure. */
  by: z.string().nullable(),
  /**
   * The other person of an impersonation: the seller on the line of the member of staff, the member of staff on the seller's line. Null on
   * lines of another kind.
   */
  other: person.nullable(),
  /** On a line `IMPERSONATION_BEGUN`: when the impersonation ends at the latest. Null on other lines. */
  until: instant.nullable(),
  /** Why staff acted on the person's access, or impersonated a seller; null where no reason was recorded. */
  reason: z.string().nullable(),
});

export const accessContract = {
  'admin.listAccess': query(
    'Who signed in or failed to, who was in as whom, and who opened whose data',
    z.strictObject({
      ...paging,
      ...dayRange,
      /** Id of a member of staff, a seller or a manager. */
      personId: aggregateId.optional(),
      kind: accessKind.optional(),
    }),
    page(accessLine),
  ),
};

export type AccessLine = z.output<typeof accessLine>;
