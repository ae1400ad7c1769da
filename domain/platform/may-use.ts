import type { Purpose } from '#/domain/acquiring/route.ts';
import type { PlatformSetup } from './setup.ts';
import { SIMULATED_ACQUIRER } from './simulated.ts';

interface Use {
  readonly provider: string;
  readonly purpose: Purpose;
}

/**
 * Whether this is the simulated acquirer of a platform that has only real money now. Its old sales brought in no real money, so nothing of
 * them may be given back.
 */
export const isSimulatedBefore = (setup: PlatformSetup | undefined, provider: string): boolean =>
  provider === SIMULATED_ACQUIRER && setup?.isSimulationOver === true;

/** Whether a platform may have an acquirer at all (people.177). */
export const mayHave = (setup: PlatformSetup | undefined, provider: string): boolean =>
  setup?.providers?.includes(provider) ?? true;

/**
 * Whether a platform may use an acquirer for something (people.177, people.178). Masters may allow only some acquirers and purposes. Before
 * the platform is in production, it may use only the simulated acquirer. Once a master has put it in production, it may not use that one
 * any more; a platform that was in production from the start may use both.
 */
export const mayUse = (setup: PlatformSetup | undefined, { provider, purpose }: Use): boolean => {
  if (setup === undefined) return true;
  const { isInProduction, isSimulationOver = false, methods } = setup;
  const isOffered = methods?.includes(purpose) ?? true;
  const isOfItsMoney = provider === SIMULATED_ACQUIRER ? !isSimulationOver : isInProduction;
  return isOffered && mayHave(setup, provider) && isOfItsMoney;
};
