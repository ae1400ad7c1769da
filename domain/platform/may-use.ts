import type { Purpose } from '#/domain/acquiring/route.ts';
import type { PlatformSetup } from './setup.ts';
import { SIMULATED_ACQUIRER, type MaybeSimulated } from './simulated.ts';

interface Use {
  readonly provider: string;
  readonly purpose: Purpose;
  /** Whether the money is simulated; absent = it is of the same kind as in the platform's new sales. */
  readonly isSimulated?: boolean | undefined;
}

/** Whether sales at this acquirer were simulated before a master put the platform in production: no real money may go back for them. */
export const wasSimulatedBeforeProduction = (
  setup: PlatformSetup | undefined,
  provider: string,
): boolean => provider === SIMULATED_ACQUIRER && setup?.isSimulationOver === true;

/** Whether a platform may have an acquirer at all (people.177). */
export const mayHave = (setup: PlatformSetup | undefined, provider: string): boolean =>
  setup?.providers?.includes(provider) ?? true;

/**
 * Whether an acquirer moves this kind of money. A real acquirer moves only real money. The simulated acquirer moves the kind of the
 * platform's new sales, and none once a master has put the platform in production (`isSimulationOver`).
 * @param isSimulated absent = the kind of the platform's new sales
 */
const movesItsMoney = (
  { isInProduction, isSimulationOver }: PlatformSetup,
  provider: string,
  isSimulated = !isInProduction,
): boolean =>
  provider === SIMULATED_ACQUIRER
    ? isSimulationOver !== true && isSimulated === !isInProduction
    : !isSimulated;

/** Whether a sale may still be charged: its platform may have been put in production, or taken out of it, since the purchase. */
export const mayStillCharge = (
  setup: PlatformSetup | undefined,
  { provider, isSimulated }: MaybeSimulated & { readonly provider: string },
): boolean =>
  (isSimulated !== true || provider === SIMULATED_ACQUIRER) &&
  (setup === undefined || movesItsMoney(setup, provider));

/** Whether a platform may use an acquirer for this purpose and kind of money (people.177, people.178). */
export const mayUse = (
  setup: PlatformSetup | undefined,
  { provider, purpose, isSimulated }: Use,
): boolean => {
  if (setup === undefined) return true;
  const isOffered = setup.methods?.includes(purpose) ?? true;
  return isOffered && mayHave(setup, provider) && movesItsMoney(setup, provider, isSimulated);
};
