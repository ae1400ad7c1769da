import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { sealed } from '#/domain/sealed.ts';
import { timestampSchema } from '#/domain/time.ts';

/** Whose sign-in it is; the id is the staff member's or the seller's. */
export const personKinds = ['staff', 'seller'] as const;

/** What was looked at or taken along. */
export const openings = [
  'SALE',
  'SALE_AUDIT',
  'SALE_REPLAY',
  'SUBJECT_EXPORT',
  'RECEIVER',
  'SALES_SEARCH',
  'SALES_EXPORT',
  'JOURNAL_EXPORT',
] as const;

export const signOutCauses = ['ASKED', 'EVERYWHERE', 'REPLACED'] as const;

const fact = {
  platformId: aggregateId,
  kind: z.enum(personKinds),
  personId: aggregateId,
  /** The address it came from, as the person's own data; null when theirs are erased. */
  address: sealed.nullable(),
  at: timestampSchema,
};

/** How many failed before it, since the last that was right. */
const SignedIn = z.strictObject({ ...fact, failures: z.int().min(0), isKnownDevice: z.boolean() });

/** The first wrong password of some time; those after it are counted in the next `SignedIn`. */
const SignInFailed = z.strictObject(fact);

/** So many were wrong that the next has to wait. */
const SignInSuspended = z.strictObject({ ...fact, failures: z.int().min(1) });

const SignedOut = z.strictObject({ ...fact, cause: z.enum(signOutCauses) });

/** Someone saw, or took along, what people told us of themselves; once an hour for the same. */
const PersonalDataOpened = z.strictObject({
  ...fact,
  opened: z.enum(openings),
  /** The payment or the seller; null of a whole platform. */
  recordId: aggregateId.nullable(),
});

/** Who came in, and what they looked at. */
export const accessEvents = {
  SignedIn,
  SignInFailed,
  SignInSuspended,
  SignedOut,
  PersonalDataOpened,
};
