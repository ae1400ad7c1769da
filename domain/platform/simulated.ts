import { z } from 'zod';
import type { PlatformSetup } from './setup.ts';

/** The simulated acquirer, which moves no real money. */
export const SIMULATED_ACQUIRER = 'sandbox';

/**
 * The field of an event that says that its money is simulated: the sale was begun while its platform was not in production, or the
 * withdrawal takes money of such sales (people.178). The money stays simulated, whatever becomes of the platform. Absent = the money is
 * real, or the event is older than the field: then it is real, unless its platform has never been in production.
 */
export const simulatedPart = { isSimulated: z.literal(true).optional() };

export interface MaybeSimulated {
  readonly isSimulated?: true | undefined;
}

/** Whether a platform is in production with this setup; a platform without one is. */
export const isInProduction = (setup: PlatformSetup | undefined): boolean =>
  setup?.isInProduction !== false;

/** Returns the field for what a platform with this setup begins. */
export const beginsSimulated = (setup: PlatformSetup | undefined): MaybeSimulated =>
  isInProduction(setup) ? {} : { isSimulated: true };

/** Returns the field as it stands in another event or command. */
export const isSimulatedPart = ({ isSimulated }: MaybeSimulated): MaybeSimulated =>
  isSimulated ? { isSimulated } : {};
