import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { encrypted } from '#/domain/encrypted.ts';
import { timestampSchema } from '#/domain/time.ts';

/** Kinds of person who sign in; `personId` is the staff member's or the seller's id. */
export const personKinds = ['staff', 'seller'] as const;

/** Personal data that was viewed or exported. */
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
  /** The client's network address, encrypted as the person's own data; null when the person's data is erased. */
  address: encrypted.nullable(),
  at: timestampSchema,
};

/** `failures` counts the failed attempts since the last successful one. */
const SignedIn = z.strictObject({ ...fact, failures: z.int().min(0), isKnownDevice: z.boolean() });

/** The first wrong password within a day; later ones are only counted, in the next `SignedIn`. */
const SignInFailed = z.strictObject(fact);

/** So many passwords were wrong that the next attempt has to wait. */
const SignInSuspended = z.strictObject({ ...fact, failures: z.int().min(1) });

const SignedOut = z.strictObject({ ...fact, cause: z.enum(signOutCauses) });

/** Someone viewed or exported data that people gave us about themselves; recorded once an hour for the same data. */
const PersonalDataOpened = z.strictObject({
  ...fact,
  opened: z.enum(openings),
  /** The payment or the seller; null for a whole platform. */
  recordId: aggregateId.nullable(),
});

/** Sign-ins, and views of personal data. */
export const accessEvents = {
  SignedIn,
  SignInFailed,
  SignInSuspended,
  SignedOut,
  PersonalDataOpened,
};
