import { z } from 'zod';
import type { PlatformSetup } from './setup.ts';

/** The simulated acquirer, which moves no real money. */
export const SIMULATED_ACQUIRER = 'sandbox';

/** Simulated: the platform was not in production then (people.178). Absent = real, or an older event. */
export const simulatedPart = { isSimulated: z.literal(true).optional() };

export interface MaybeSimulated {
  readonly isSimulated?: true | undefined;
}

/** A platform without a setup is in production. */
export const isInProduction = (setup: PlatformSetup | undefined): boolean =>
  setup?.isInProduction !== false;

export const beginsSimulated = (setup: PlatformSetup | undefined): MaybeSimulated =>
  isInProduction(setup) ? {} : { isSimulated: true };

export const isSimulatedPart = ({ isSimulated }: MaybeSimulated): MaybeSimulated =>
  isSimulated ? { isSimulated } : {};
