import type { Area } from '#/api/contract/roles.ts';

/** Where the pages of an area lie, and where one signs in to it. */
export const areas = {
  seller: { pages: '/platform/', door: '/login' },
  admin: { pages: '/admin-root/', door: '/admin-root-login' },
} as const satisfies Record<Area, { readonly pages: string; readonly door: string }>;
