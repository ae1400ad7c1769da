import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export type PlatformFacts = OutputOf<'master.getPlatform'>;

export interface PlatformsSearch extends TableSearch {
  /** Undefined: platforms that are not blocked. */
  readonly state?: 'BLOCKED' | undefined;
}

export const platformsQuery = ({ cursor, state }: PlatformsSearch) => ({
  queryKey: ['platforms', state, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('master.listPlatforms', { cursor, state, after: newestPosition() }, { signal }),
});

export const platformQuery = (platformId: string) =>
  queryOptions({
    queryKey: ['platform', platformId],
    queryFn: ({ signal }) =>
      query('master.getPlatform', { platformId, after: newestPosition() }, { signal }),
  });

export const signingKeysQuery = (platformId: string) =>
  queryOptions({
    queryKey: ['signing-keys', platformId],
    queryFn: ({ signal }) =>
      query('master.getSigningKeys', { platformId, after: newestPosition() }, { signal }),
  });
