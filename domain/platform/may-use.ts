import type { Purpose } from '#/domain/acquiring/route.ts';
import type { PlatformSetup } from './setup.ts';
import { SIMULATED_ACQUIRER, type MaybeSimulated } from './simulated.ts';

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
 * Whether an acquirer moves the money that the platform has now: simulated money before production, real money in it. A platform that was in
 * production from the start has both.
 */
const movesItsMoney = (
  { isInProduction, isSimulationOver }: PlatformSetup,
  provider: string,
): boolean => (provider === SIMULATED_ACQUIRER ? isSimulationOver !== true : isInProduction);

/**
 * Whether a sale on record may still be charged at its acquirer. Its platform may have been put in production since it was begun, or taken
 * out of it; and a simulated sale is never charged at a real acquirer.
 */
export const mayStillCharge = (
  setup: PlatformSetup | undefined,
  { provider, isSimulated }: MaybeSimulated & { readonly provider: string },
): boolean =>
  (isSimulated !== true || provider === SIMULATED_ACQUIRER) &&
  (setup === undefined || movesItsMoney(setup, provider));

/**
 * Whether a platform may use an acquirer for something (people.177, people.178). Masters may allow only some acquirers and purposes. Before
 * the platform is in production, it may use only the simulated acquirer. Once a master has put it in production, it may not use that one
 * any more; a platform that was in production from the start may use both.
 */
export const mayUse = (setup: PlatformSetup | undefined, { provider, purpose }: Use): boolean => {
  if (setup === undefined) return true;
  const isOffered = setup.methods?.includes(purpose) ?? true;
  return isOffered && mayHave(setup, provider) && movesItsMoney(setup, provider);
};
