import type { OutputOf } from '#/api/contract/contract.ts';
import type { PlatformSetup } from '#/domain/platform/setup.ts';

/** What masters let a platform do at most, as masters and the platform's staff see it; null = no limit. */
export const showLimits = (
  setup: PlatformSetup | undefined,
): OutputOf<'admin.getPlatformTerms'>['limits'] => {
  const { sale = null, withdrawal = null, withdrawalsPerDay = null } = setup?.limits ?? {};
  return { sale, withdrawal, withdrawalsPerDay };
};
