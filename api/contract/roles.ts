import type { PersonKind } from '#/domain/access/commands.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';

export const roleNames = ['SELLER', 'ADMIN', 'FUNCTIONARY', 'MASTER', 'MANAGER'] as const;

export type Role = (typeof roleNames)[number];

/** Areas of the API and the back office. */
export const areaNames = ['seller', 'admin', 'master', 'manager'] as const;

export type Area = (typeof areaNames)[number];

export const areaOfKind = {
  seller: 'seller',
  staff: 'admin',
  master: 'master',
  manager: 'manager',
} as const satisfies Record<PersonKind, Area>;

interface RoleRules {
  readonly area: Area;
  /** Permission flags (people.9). */
  readonly flags: 'none' | 'given' | 'all';
  /** Whether the role has to use an authenticator app (people.117), except in a demo. */
  readonly secondFactor: 'obligatory' | 'optional';
}

/** `api/auth/caller.ts` decides who owns which data. */
export const roles = {
  SELLER: { area: 'seller', flags: 'none', secondFactor: 'optional' },
  ADMIN: { area: 'admin', flags: 'all', secondFactor: 'obligatory' },
  FUNCTIONARY: { area: 'admin', flags: 'given', secondFactor: 'optional' },
  MASTER: { area: 'master', flags: 'none', secondFactor: 'obligatory' },
  MANAGER: { area: 'manager', flags: 'none', secondFactor: 'optional' },
} as const satisfies Record<Role, RoleRules>;

/** Used by server and web; the server's check is what protects data. */
export const hasFlag = (
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
