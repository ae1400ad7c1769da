import type { PersonKind } from '#/domain/access/commands.ts';
import type { PermissionFlag } from '#/domain/staff/permissions.ts';

export const roleNames = ['SELLER', 'ADMIN', 'FUNCTIONARY', 'MASTER', 'MANAGER'] as const;

export type Role = (typeof roleNames)[number];

/** Areas of the API and the back office. */
export const areaNames = ['seller', 'admin', 'master', 'manager'] as const;

export type Area = (typeof areaNames)[number];

interface RoleRules {
  readonly area: Area;
  /** Path under which the area's pages are. */
  readonly pages: `/${string}/`;
  /** The sign-in page. */
  readonly door: `/${string}`;
  /** The page after the sign-in; staff who lack its flag get their first page instead. */
  readonly home: `/${string}`;
  /**
   * Whose data the role reaches: its own seller's, that of the sellers in its portfolio, its platform's, or that about platforms as such.
   */
  readonly scope: 'own seller' | 'portfolio' | 'platform' | 'installation';
  readonly session: {
    /** Counted from the sign-in, so that a stolen cookie expires. */
    readonly days: number;
    /** Hours without use after which the session ends; null for sellers, who come back only every few days. */
    readonly idleHours: number | null;
  };
  /** Permission flags (people.9). */
  readonly flags: 'none' | 'given' | 'all';
  /** Whether the role has to use an authenticator app (people.117), except in a demo. */
  readonly secondFactor: 'obligatory' | 'optional';
}

/** Session limits of roles that reach the data of others. */
const guarded = { days: 7, idleHours: 12 } as const;

/** What an administrator and a functionary share, because a session knows only that it is of staff. */
const staff = {
  area: 'admin',
  pages: '/admin-root/',
  door: '/admin-root-login',
  home: '/admin-root/dashboard',
  scope: 'platform',
  session: guarded,
} as const;

export const roles = {
  SELLER: {
    area: 'seller',
    pages: '/platform/',
    door: '/login',
    home: '/platform/dashboard',
    scope: 'own seller',
    session: { days: 7, idleHours: null },
    flags: 'none',
    secondFactor: 'optional',
  },
  ADMIN: { ...staff, flags: 'all', secondFactor: 'obligatory' },
  FUNCTIONARY: { ...staff, flags: 'given', secondFactor: 'optional' },
  MASTER: {
    area: 'master',
    pages: '/master-root/',
    door: '/master-root-login',
    home: '/master-root/platforms',
    scope: 'installation',
    session: guarded,
    flags: 'none',
    secondFactor: 'obligatory',
  },
  MANAGER: {
    area: 'manager',
    pages: '/manager-root/',
    door: '/manager-login',
    home: '/manager-root/dashboard',
    scope: 'portfolio',
    session: guarded,
    flags: 'none',
    secondFactor: 'optional',
  },
} as const satisfies Record<Role, RoleRules>;

/** The rules that all roles of a kind of person share. */
export const rulesOfKind = {
  seller: roles.SELLER,
  staff,
  master: roles.MASTER,
  manager: roles.MANAGER,
} as const satisfies Record<PersonKind, Omit<RoleRules, 'flags' | 'secondFactor'>>;

/** The rules that all roles of an area share. */
export const rulesOfArea = {
  seller: roles.SELLER,
  admin: staff,
  master: roles.MASTER,
  manager: roles.MANAGER,
} as const satisfies { readonly [Of in Area]: { readonly area: Of } };

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
