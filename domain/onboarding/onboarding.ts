import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { defineRecord } from '#/domain/aggregates/record.ts';
import { LONGEST_TERMS, LONGEST_VERSION, registrationModes } from './registration.ts';

/** How a platform admits sellers (people.40). */
const onboardingDetails = z.strictObject({
  platformId: aggregateId,
  registration: z.enum(registrationModes),
  /** What sellers accept when they register; staff name each version. */
  termsOfUse: z.strictObject({
    version: z.string().min(1).max(LONGEST_VERSION),
    text: z.string().min(1).max(LONGEST_TERMS),
  }),
});

export type OnboardingDetails = z.output<typeof onboardingDetails>;

export const { decider: onboarding, events: onboardingEvents } = defineRecord(
  'onboarding',
  onboardingDetails,
);
