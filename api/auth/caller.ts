import type { Actor } from '#/domain/values/actor.ts';
import type { ProcedureName } from '#/api/contract/contract.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import type { Timestamp } from '#/domain/values/time.ts';

interface SignedIn {
  readonly email: string;
  readonly name: string;
  /** For a master `INSTALLATION_ID`, which is no platform's id. */
  readonly platformId: string;
  /** The actor that events record. */
  readonly actor: Actor;
  /** When the session ends, in milliseconds since the epoch; use does not extend it. */
  readonly expiresAt: number;
  /**
   * True while their role needs a second factor that they have not shown in this session. They may then call only public and `person`
   * procedures.
   */
  readonly lacksSecondFactor: boolean;
}

/** A member of staff who impersonates a seller, to read what the seller reads (people.123). */
export interface Impersonator {
  readonly staff: StaffCaller;
  readonly impersonationId: string;
  /** When the impersonation ends at the latest. */
  readonly until: Timestamp;
}

export interface SellerCaller extends SignedIn {
  readonly role: 'SELLER';
  readonly sellerId: string;
  /**
   * The member of staff who impersonates the seller; name, e-mail and actor are then the member of staff's. Absent when the seller calls.
   */
  readonly impersonator?: Impersonator;
}

export interface StaffCaller extends SignedIn {
  readonly role: 'ADMIN' | 'FUNCTIONARY';
  readonly staffId: string;
  /** The revision of the record from which role and permissions were read. */
  readonly staffRevision: number;
  readonly permissions: readonly PermissionFlag[];
}

/** Creates platforms and invites their administrators; sees no names, sales or payments of sellers and buyers. */
export interface MasterCaller extends SignedIn {
  readonly role: 'MASTER';
  readonly masterId: string;
}

/**
 * Reaches the figures of the sellers in their portfolio, and what managers noted about these sellers (people.185). The portfolio is looked
 * up for each call.
 */
export interface ManagerCaller extends SignedIn {
  readonly role: 'MANAGER';
  readonly managerId: string;
}

export type Caller = SellerCaller | StaffCaller | MasterCaller | ManagerCaller;

/** Returns the member of staff who impersonates a seller; undefined when the caller impersonates no one. */
export const impersonatorOf = (caller: Caller | undefined): Impersonator | undefined => {
  switch (caller?.role) {
    case 'SELLER':
      return caller.impersonator;
    case 'ADMIN':
    case 'FUNCTIONARY':
    case 'MASTER':
    case 'MANAGER':
    case undefined:
      return undefined;
  }
};

/** Whether document numbers are shown: always to a seller; to impersonating staff only if they have the flag for documents. */
export const seesDocuments = ({ impersonator }: SellerCaller): boolean =>
  impersonator === undefined || hasFlag(impersonator.staff, 'isUserDocumentsAvailable');

/** True if the caller may reach the data of this seller on this platform. */
export const reaches = (
  caller: Caller,
  owner: { readonly platformId: string; readonly sellerId: string },
): boolean => {
  if (caller.platformId !== owner.platformId) return false;
  switch (caller.role) {
    case 'SELLER':
      return caller.sellerId === owner.sellerId;
    case 'ADMIN':
    case 'FUNCTIONARY':
      return true;
    case 'MASTER':
    // What a manager sees of a seller is decided elsewhere, by the portfolio.
    case 'MANAGER':
      return false;
  }
};

/** The caller of a procedure. The procedure's area decides the type; the access table decides the flags. */
export type CallerOf<Name extends ProcedureName> = Name extends `seller.${string}`
  ? SellerCaller
  : Name extends `admin.${string}`
    ? StaffCaller
    : Name extends `master.${string}`
      ? MasterCaller
      : Name extends `manager.${string}`
        ? ManagerCaller
        : Name extends `person.${string}`
          ? Caller
          : Caller | undefined;
