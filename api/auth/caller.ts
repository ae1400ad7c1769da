import type { Actor } from '#/domain/values/actor.ts';
import type { ProcedureName } from '#/api/contract/contract.ts';
import { hasFlag, roles, type Area, type Role } from '#/api/contract/roles.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';
import type { Timestamp } from '#/domain/values/time.ts';

interface SignedIn {
  readonly email: string;
  readonly name: string;
  /** `INSTALLATION_ID` for a master. */
  readonly platformId: string;
  /** The actor that events record. */
  readonly actor: Actor;
  /** When the session ends, in Unix milliseconds. */
  readonly expiresAt: number;
  /** True while the role needs a second factor that was not shown in this session. */
  readonly lacksSecondFactor: boolean;
}

/** A member of staff who impersonates a seller (people.123). */
export interface Impersonator {
  readonly staff: StaffCaller;
  readonly impersonationId: string;
  readonly until: Timestamp;
}

export interface SellerCaller extends SignedIn {
  readonly role: 'SELLER';
  readonly sellerId: string;
  /** Who impersonates the seller; name, e-mail and actor are then this member of staff's. */
  readonly impersonator?: Impersonator;
}

export interface StaffCaller extends SignedIn {
  readonly role: 'ADMIN' | 'FUNCTIONARY';
  readonly staffId: string;
  /** Revision of the record that role and permissions come from. */
  readonly staffRevision: number;
  readonly permissions: readonly PermissionFlag[];
}

/** Creates platforms and invites their administrators. */
export interface MasterCaller extends SignedIn {
  readonly role: 'MASTER';
  readonly masterId: string;
}

/** Sees the figures of the sellers in their portfolio (people.185). */
export interface ManagerCaller extends SignedIn {
  readonly role: 'MANAGER';
  readonly managerId: string;
}

export type Caller = SellerCaller | StaffCaller | MasterCaller | ManagerCaller;

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

/** Names for whom a page is drawn: the actor and, while a seller is impersonated, that seller. */
export const memberKeyOf = (caller: Caller): string =>
  impersonatorOf(caller) !== undefined && 'sellerId' in caller
    ? `${caller.actor} as ${caller.sellerId}`
    : caller.actor;

/** Whether document numbers are shown: impersonating staff need the flag for documents. */
export const seesDocuments = ({ impersonator }: SellerCaller): boolean =>
  impersonator === undefined || hasFlag(impersonator.staff, 'isUserDocumentsAvailable');

/** True if the caller may reach this seller's data. */
export const reaches = (
  caller: Caller,
  owner: { readonly platformId: string; readonly sellerId: string },
): boolean => {
  if (caller.platformId !== owner.platformId) return false;
  switch (roles[caller.role].scope) {
    case 'own seller':
      return 'sellerId' in caller && caller.sellerId === owner.sellerId;
    case 'platform':
      return true;
    // `api/people/portfolio` decides what a manager sees of a seller.
    case 'portfolio':
    case 'installation':
      return false;
  }
};

/** The callers whose role belongs to an area. */
type CallerIn<Of extends Area> = Extract<
  Caller,
  {
    readonly role: { readonly [R in Role]: (typeof roles)[R]['area'] extends Of ? R : never }[Role];
  }
>;

/** Who may call the procedures of an area; `person` is anyone who is signed in. */
type CallersOfAreas = { readonly [Of in Area]: CallerIn<Of> } & { readonly person: Caller };

/** The caller of a procedure, by the procedure's area. Other procedures may be called without a sign-in. */
export type CallerOf<Name extends ProcedureName> = Name extends `${infer Of}.${string}`
  ? Of extends keyof CallersOfAreas
    ? CallersOfAreas[Of]
    : Caller | undefined
  : never;
