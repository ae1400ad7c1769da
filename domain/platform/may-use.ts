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
 * Whether a platform may use an acquirer for something (people.177, people.178): only as masters allow, only the simulated one before the
 * platform is in production, and only others after a master has put it in production.
 */
export const mayUse = (setup: PlatformSetup | undefined, { provider, purpose }: Use): boolean => {
  if (setup === undefined) return true;
  const { isInProduction, isSimulationOver = false, methods } = setup;
  const isOffered = methods?.includes(purpose) ?? true;
  const isOfItsMoney = provider === SIMULATED ? !isSimulationOver : isInProduction;
  return isOffered && mayHave(setup, provider) && isOfItsMoney;
};
