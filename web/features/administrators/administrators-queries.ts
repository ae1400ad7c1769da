import type { Administrator } from '#/api/contract/master.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { lookFor, query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export interface AdministratorsSearch extends TableSearch {
  /** Undefined: everyone who is not blocked. */
  readonly state?: 'BLOCKED' | undefined;
  readonly platformId?: string | undefined;
  /** Personal data: in the history entry, not in the URL. */
  readonly text?: string | undefined;
}

export const administratorsQuery = ({ cursor, state, platformId, text }: AdministratorsSearch) => ({
  queryKey: ['administrators', state, platformId, text, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => {
    const listing = { cursor, state, platformId, after: newestPosition() };
    return text === undefined
      ? query('master.listAdministrators', listing, { signal })
      : lookFor('master.searchAdministrators', { ...listing, text }, { signal });
  },
});

/** The name; without one (invitation not accepted yet, or name erased) the e-mail address, else the id. */
export const administratorName = ({ name, email, staffId }: Administrator): string =>
  name ?? email ?? staffId;
