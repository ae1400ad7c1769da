import { queryOptions } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';

export type SavedOnboarding = OutputOf<'admin.getOnboarding'>;

export type OnboardingChange = OutputOf<'admin.listOnboardingChanges'>['changes'][number];

export const changesQuery = queryOptions({
  queryKey: ['onboarding-changes'],
  queryFn: ({ signal }) =>
    query('admin.listOnboardingChanges', { after: newestPosition() }, { signal }),
});

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: ({ signal }) => query('admin.getOnboarding', { after: newestPosition() }, { signal }),
});
