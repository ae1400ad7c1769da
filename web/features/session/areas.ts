import type { Area } from '#/api/contract/roles.ts';

/** Path of each area's pages, and of its sign-in page. */
export const areas = {
  seller: { pages: '/platform/', door: '/login' },
  admin: { pages: '/admin-root/', door: '/admin-root-login' },
  master: { pages: '/master-root/', door: '/master-root-login' },
  manager: { pages: '/manager-root/', door: '/manager-login' },
} as const satisfies Record<Area, { readonly pages: string; readonly door: string }>;
