import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { encrypted } from '#/domain/privacy/encrypted.ts';
import { timestampSchema } from '#/domain/values/time.ts';

/** Kinds of person who sign in; `personId` is the id of the person's record. */
export const personKinds = ['staff', 'seller', 'master', 'manager'] as const;

export const openedDataKinds = [
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
  'WITHDRAWAL_RECEIPT',
] as const;

/**
 * `REMOTE`: the session was ended from another one. `BLOCKED`: by the link of a security mail. `IDLE`: it was not used for too long.
 * `EXPIRED`: its longest time was over. `SECOND_FACTOR`: the person's second factor changed. `MEMBERSHIP_ENDED`: the person may no longer
 * act as this member. `REVOKED`: a master ended the session.
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
  'SECOND_FACTOR',
  'IDLE',
  'EXPIRED',
  'PERSON_BLOCKED',
  'PLATFORM_BLOCKED',
  'MEMBERSHIP_ENDED',
  'ERASED',
  'REVOKED',
] as const;

/** For a person who lost the second factor, one member of staff requests a reset (`RESET_ASKED`), and another confirms it (`RESET`). */
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
  /** The client's network address; null if erased, or if someone else acted. */
  address: encrypted.nullable(),
  at: timestampSchema,
};

/** `failures` counts the failed attempts since the last successful one. */
const SignedIn = z.strictObject({
  ...common,
  failures: z.int().min(0),
  isKnownDevice: z.boolean(),
});

/** Usually one failure in 24 hours is recorded. `failures` of the next `SignedIn` counts the others too. */
const SignInFailed = z.strictObject(common);

/** Too many failed attempts: the next one has to wait. */
const SignInSuspended = z.strictObject({ ...common, failures: z.int().min(1) });

const SignedOut = z.strictObject({ ...common, cause: z.enum(signOutCauses) });

const SecondFactorChanged = z.strictObject({ ...common, change: z.enum(secondFactorChanges) });

const impersonation = {
  impersonationId: aggregateId,
  staffId: aggregateId,
  sellerId: aggregateId,
};

/** A member of staff signed in as a seller. Recorded for both; the seller's log has no address. */
const ImpersonationBegun = z.strictObject({
  ...common,
  ...impersonation,
  until: timestampSchema,
});

const ImpersonationEnded = z.strictObject({ ...common, ...impersonation });

/** Recorded at most once an hour for the same viewer and data, and for each impersonation. */
const PersonalDataOpened = z.strictObject({
  ...common,
  /** Absent = the person looked as themselves. */
  impersonation: z.strictObject({ impersonationId: aggregateId, sellerId: aggregateId }).optional(),
  opened: z.enum(openedDataKinds),
  /** The payment or the seller; null = many people, in a search or an export. */
  recordId: aggregateId.nullable(),
});

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
