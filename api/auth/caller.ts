import type { Actor } from '#/domain/actor.ts';
import type { ProcedureName } from '#/api/contract/contract.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';

interface SignedIn {
  readonly email: string;
  readonly name: string;
  readonly platformId: string;
  /** The actor that events record. */
  readonly actor: Actor;
  /** When the session ends, in milliseconds since the epoch; use does not extend it. */
  readonly expiresAt: number;
  /** Their role needs a second factor that they have not shown: until then they reach nothing but their own access. */
  readonly lacksSecondFactor: boolean;
}

export interface SellerCaller extends SignedIn {
  readonly role: 'SELLER';
  readonly sellerId: string;
}

export interface StaffCaller extends SignedIn {
  readonly role: 'ADMIN' | 'FUNCTIONARY';
  readonly staffId: string;
  readonly permissions: readonly PermissionFlag[];
}

export type Caller = SellerCaller | StaffCaller;

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
  }
};

/** The caller of a procedure: its area decides the type, the access table the flag. */
export type CallerOf<Name extends ProcedureName> = Name extends `seller.${string}`
  ? SellerCaller
  : Name extends `admin.${string}`
    ? StaffCaller
    : Name extends `person.${string}`
      ? Caller
      : Caller | undefined;
