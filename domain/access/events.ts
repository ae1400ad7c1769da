import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { timestampSchema } from '#/domain/values/time.ts';

/** Kinds of person who sign in; `personId` is the staff member's, the seller's, the master's or the manager's id. */
export const personKinds = ['staff', 'seller', 'master', 'manager'] as const;

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
  'SELLER',
  'SELLERS_SEARCH',
  'SELLERS_EXPORT',
  'WITHDRAWALS_EXPORT',
] as const;

/**
 * `ASKED`: the person signed out; `EVERYWHERE`: the person signed out of all sessions at once; `REPLACED`: a new sign-in replaced the
 * session; `NEW_PASSWORD`, `NEW_EMAIL`: a new password or e-mail ended all sessions; `REMOTE`: the person ended the session from another
 * one; `BLOCKED`: the person used the link of a security mail, which ended all sessions and replaced the password; `CHANGED_PASSWORD`: the
 * person chose a new password in a session, which ended all their other sessions.
 */
export const signOutCauses = [
  'ASKED',
  'EVERYWHERE',
  'REPLACED',
  'NEW_PASSWORD',
  'REMOTE',
  'BLOCKED',
  'NEW_EMAIL',
  'CHANGED_PASSWORD',
] as const;

/**
 * Changes of a second factor: by the person, or by staff, who reset it for a person who lost it. One member of staff requests the reset,
 * and a second one confirms or refuses it. The requester may withdraw the request, which is recorded as a refusal too.
 */
export const secondFactorChanges = [
  'ON',
  'OFF',
  'RECOVERY_CODE_USED',
  'NEW_RECOVERY_CODES',
  'RESET_ASKED',
  'RESET_REFUSED',
  'RESET',
] as const;

const common = {
  platformId: aggregateId,
  kind: z.enum(personKinds),
  personId: aggregateId,
  /**
   * The client's network address, encrypted with the person's own key. Null if that key had been erased, and if someone other than the
   * person acted, as in the seller's log of an impersonation.
   */
  address: encrypted.nullable(),
  at: timestampSchema,
};

/** `failures` counts the failed attempts since the last successful one. */
const SignedIn = z.strictObject({
  ...common,
  failures: z.int().min(0),
  isKnownDevice: z.boolean(),
});

/**
 * A failed attempt to sign in. In a month's log, at most one in 24 hours is recorded, unless the person signs in between. `failures` of the
 * next `SignedIn` counts the unrecorded attempts too.
 */
const SignInFailed = z.strictObject(common);

/** Too many failed attempts: the next one has to wait. */
const SignInSuspended = z.strictObject({ ...common, failures: z.int().min(1) });

const SignedOut = z.strictObject({ ...common, cause: z.enum(signOutCauses) });

/** A second factor was switched on or off or reset, or its recovery codes were used or renewed. */
const SecondFactorChanged = z.strictObject({ ...common, change: z.enum(secondFactorChanges) });

const impersonation = {
  impersonationId: aggregateId,
  staffId: aggregateId,
  sellerId: aggregateId,
};

/**
 * A member of staff signed in as a seller, until `until` at the latest. The reason is in the event's metadata. Begin and end are recorded
 * in the streams of both. The events in the seller's stream have no address, because the address is not the seller's.
 */
const ImpersonationBegun = z.strictObject({
  ...common,
  ...impersonation,
  until: timestampSchema,
});

const ImpersonationEnded = z.strictObject({ ...common, ...impersonation });

/** Someone viewed or exported personal data; recorded at most once an hour for the same viewer and data. */
const PersonalDataOpened = z.strictObject({
  ...common,
  opened: z.enum(openings),
  /** The payment or the seller whose data it was; null = data of many people, in a search or an export. */
  recordId: aggregateId.nullable(),
});

/** Sign-ins, views of personal data, and impersonations. */
export const accessEvents = {
  SignedIn,
  SignInFailed,
  SignInSuspended,
  SignedOut,
  SecondFactorChanged,
  ImpersonationBegun,
  ImpersonationEnded,
  PersonalDataOpened,
};
