import type { Master } from '#/api/contract/master.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

/** All masters, without pages. */
export const mastersQuery = () => ({
  queryKey: ['masters'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const { items } = await query('master.listMasters', { after: newestPosition() }, { signal });
    return { items, nextCursor: null };
  },
});

export const masterName = ({ name, email }: Master): string => name || email;
