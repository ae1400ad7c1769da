import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

export type SavedSetup = OutputOf<'master.getPlatformSetup'>;

export const setupQuery = (platformId: string) =>
  queryOptions({
    queryKey: ['platform-setup', platformId],
    queryFn: ({ signal }) =>
      query('master.getPlatformSetup', { platformId, after: newestPosition() }, { signal }),
  });

export const simulatedQuery = (platformId: string) =>
  queryOptions({
    queryKey: ['platform-simulated-money', platformId],
    queryFn: ({ signal }) =>
      query('master.getSimulatedMoney', { platformId, after: newestPosition() }, { signal }),
  });

export const changesQuery = (platformId: string) =>
  queryOptions({
    queryKey: ['platform-setup-changes', platformId],
    queryFn: ({ signal }) =>
      query('master.listPlatformChanges', { platformId, after: newestPosition() }, { signal }),
  });
