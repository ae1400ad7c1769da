import type { PermissionFlag } from '#/domain/staff/permissions.ts';

export const roleNames = ['SELLER', 'ADMIN', 'FUNCTIONARY'] as const;

export type Role = (typeof roleNames)[number];

/** A part of the API and of the back office: its procedures, its pages and its door. */
export type Area = 'seller' | 'admin';

interface RoleRules {
  readonly area: Area;
  /** Flags of people.9. */
  readonly flags: 'none' | 'given' | 'all';
}

/** What a role decides. Where data is concerned, a switch over `caller.role` says whose (`api/auth/caller.ts`). */
export const roles = {
  SELLER: { area: 'seller', flags: 'none' },
  ADMIN: { area: 'admin', flags: 'all' },
  FUNCTIONARY: { area: 'admin', flags: 'given' },
} as const satisfies Record<Role, RoleRules>;

/** Server and web ask the same; what the server answers counts. */
export const holds = (
  person: { readonly role: Role; readonly permissions: readonly PermissionFlag[] },
  flag: PermissionFlag,
): boolean => {
  const { flags } = roles[person.role];
  switch (flags) {
    case 'all':
      return true;
    case 'given':
      return person.permissions.includes(flag);
    case 'none':
      return false;
  }
};
