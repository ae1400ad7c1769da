import type { Purpose } from '#/domain/acquiring/route.ts';
import type { PlatformSetup } from './setup.ts';
import { SIMULATED_ACQUIRER } from './simulated.ts';

interface Use {
  readonly provider: string;
  readonly purpose: Purpose;
  /** Whether the money that it moves is simulated. Absent = it is of the kind that the platform begins now. */
  readonly isSimulated?: boolean | undefined;
}

/** Whether sales of this acquirer were simulated, while the platform has only real money now: nothing of them may be given back. */
export const isSimulatedBefore = (setup: PlatformSetup | undefined, provider: string): boolean =>
  provider === SIMULATED_ACQUIRER && setup?.isSimulationOver === true;

/** Whether a platform may have an acquirer at all (people.177). */
export const mayHave = (setup: PlatformSetup | undefined, provider: string): boolean =>
  setup?.providers?.includes(provider) ?? true;

/**
 * Whether a platform may use an acquirer for something (people.177, people.178). Masters may allow only some acquirers and purposes. Before
 * the platform is in production, it begins charges only at the simulated acquirer. Once a master has put it in production, it may not use
 * that one any more; a platform that was in production from the start may use both. Real money is paid out by the other acquirers, also
 * after the platform was taken out of production, and simulated money only by the simulated one.
 */
export const mayUse = (
  setup: PlatformSetup | undefined,
  { provider, purpose, ...money }: Use,
): boolean => {
  if (setup === undefined) return true;
  const { isInProduction, isSimulationOver = false, methods } = setup;
  const { isSimulated = !isInProduction } = money;
  const isOffered = methods?.includes(purpose) ?? true;
  const isOfItsMoney =
    provider === SIMULATED_ACQUIRER
      ? !isSimulationOver && isSimulated === !isInProduction
      : !isSimulated;
  return isOffered && mayHave(setup, provider) && isOfItsMoney;
};
