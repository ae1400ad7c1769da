import type { Purpose } from '#/domain/acquiring/route.ts';
import type { PlatformSetup } from './setup.ts';
import { SIMULATED_ACQUIRER, type MaybeSimulated } from './simulated.ts';

interface Use {
  readonly provider: string;
  readonly purpose: Purpose;
  /** Whether the money that it moves is simulated. Absent = it is of the kind that the platform begins now. */
  readonly isSimulated?: boolean | undefined;
}

/**
 * Whether this is the simulated acquirer of a platform that has only real money now. The platform's earlier sales at it brought in no real
 * money, so nothing of them may be given back.
 */
export const isSimulatedBefore = (setup: PlatformSetup | undefined, provider: string): boolean =>
  provider === SIMULATED_ACQUIRER && setup?.isSimulationOver === true;

/** Whether a platform may have an acquirer at all (people.177). */
export const mayHave = (setup: PlatformSetup | undefined, provider: string): boolean =>
  setup?.providers?.includes(provider) ?? true;

/**
 * Whether an acquirer moves money of this kind. The simulated acquirer moves simulated money while the platform is not in production, and
 * none once a master has put the platform in production. The other acquirers move real money. At a platform that was in production from the
 * start, money of the simulated acquirer counts as real too.
 * @param isSimulated absent = the kind that the platform begins now
 */
const movesItsMoney = (
  { isInProduction, isSimulationOver }: PlatformSetup,
  provider: string,
  isSimulated = !isInProduction,
): boolean =>
  provider === SIMULATED_ACQUIRER
    ? isSimulationOver !== true && isSimulated === !isInProduction
    : !isSimulated;

/**
 * Whether a sale on record may still be charged at its acquirer. Since the sale was begun, its platform may have been put in production, or
 * taken out of it. So the acquirer must move money of the kind that the platform begins now. A simulated sale is never charged at a real
 * acquirer.
 */
export const mayStillCharge = (
  setup: PlatformSetup | undefined,
  { provider, isSimulated }: MaybeSimulated & { readonly provider: string },
): boolean =>
  (isSimulated !== true || provider === SIMULATED_ACQUIRER) &&
  (setup === undefined || movesItsMoney(setup, provider));

/**
 * Whether a platform may use an acquirer for something (people.177, people.178). Masters may allow only some acquirers and purposes. Until
 * a platform is in production, it begins charges only at the simulated acquirer. While it is in production because a master put it there,
 * it may not use the simulated acquirer. A platform that was in production from the start may use all acquirers. After a platform was taken
 * out of production, its real money is still paid out by a real acquirer. Simulated money is paid out only by the simulated one.
 */
export const mayUse = (
  setup: PlatformSetup | undefined,
  { provider, purpose, isSimulated }: Use,
): boolean => {
  if (setup === undefined) return true;
  const isOffered = setup.methods?.includes(purpose) ?? true;
  return isOffered && mayHave(setup, provider) && movesItsMoney(setup, provider, isSimulated);
};
