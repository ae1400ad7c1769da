import type { Purpose } from '#/domain/acquiring/route.ts';
import type { PlatformSetup } from './setup.ts';

/** The simulated acquirer, which moves no real money. */
const SIMULATED = 'sandbox';

interface Use {
  readonly provider: string;
  readonly purpose: Purpose;
}

/** Whether a platform may have an acquirer at all (people.177). */
export const mayHave = (setup: PlatformSetup | undefined, provider: string): boolean =>
  setup?.providers?.includes(provider) ?? true;

/**
 * Whether a platform may use an acquirer for something (people.177, people.178): only as masters allow, and only the simulated one before
 * the platform is in production.
 */
export const mayUse = (setup: PlatformSetup | undefined, { provider, purpose }: Use): boolean => {
  if (setup === undefined) return true;
  const { isInProduction, methods } = setup;
  const isOffered = methods?.includes(purpose) ?? true;
  return isOffered && mayHave(setup, provider) && (isInProduction || provider === SIMULATED);
};
