import { z } from 'zod';
import { growingPause } from '#/domain/values/backoff.ts';
import { intWithin } from '#/domain/values/bounds.ts';
import { SUSPENSION_BOUNDS } from './bounds.ts';

/** Limits beyond which an acquirer is suspended automatically. */
export const stepAside = z.strictObject({
  /** Percent of its last calls that the acquirer must have answered. */
  answeredBelow: intWithin(SUSPENSION_BOUNDS.answeredBelow),
  /** Longest acceptable median duration of the last calls, in milliseconds. */
  slowerThan: intWithin(SUSPENSION_BOUNDS.slowerThan),
});

export const defaultSuspensionLimits: SuspensionLimits = { answeredBelow: 50, slowerThan: 15_000 };

export const healthSeen = z.strictObject({
  calls: z.int().min(0),
  answered: z.int().min(0),
  /** Median duration of the calls, in milliseconds. */
  median: z.int().min(0),
});

export type SuspensionLimits = z.output<typeof stepAside>;
export type HealthSeen = z.output<typeof healthSeen>;

/** With fewer calls, health cannot be judged. */
const ENOUGH_CALLS = 5;

export type HealthFinding = 'FAILING' | 'SLOW';

/** Undefined when the acquirer is healthy, or has too few calls. */
export const healthFinding = (
  { calls, answered, median }: HealthSeen,
  limits: SuspensionLimits,
): HealthFinding | undefined => {
  if (calls < ENOUGH_CALLS) return undefined;
  if (answered * 100 < limits.answeredBelow * calls) return 'FAILING';
  return median > limits.slowerThan ? 'SLOW' : undefined;
};

const SUSPENSION_SECONDS = { first: 60, longest: 3_600 };

/** How long a suspension lasts, in seconds: it doubles each time that the acquirer is unhealthy again. */
export const suspensionSeconds = (timesBefore: number): number =>
  growingPause(timesBefore, SUSPENSION_SECONDS);
