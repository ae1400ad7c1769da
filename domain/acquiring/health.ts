import { z } from 'zod';

/** When an acquirer steps aside by itself. */
export const stepAside = z.strictObject({
  /** Percent of its last calls that it must have answered. */
  answeredBelow: z.int().min(0).max(100),
  /** Milliseconds that half of them may take. */
  slowerThan: z.int().min(500).max(60_000),
});

export const defaultStepAside: StepAside = { answeredBelow: 50, slowerThan: 15_000 };

/** What was seen of an acquirer's last calls. */
export const healthSeen = z.strictObject({
  calls: z.int().min(0),
  answered: z.int().min(0),
  /** Milliseconds that half of them took at most. */
  median: z.int().min(0),
});

export type StepAside = z.output<typeof stepAside>;
export type HealthSeen = z.output<typeof healthSeen>;

/** Fewer say nothing. */
const ENOUGH_CALLS = 5;

export type Ailment = 'FAILING' | 'SLOW';

/** Undefined = well, or too little was seen. */
export const ailmentOf = (
  { calls, answered, median }: HealthSeen,
  limits: StepAside,
): Ailment | undefined => {
  if (calls < ENOUGH_CALLS) return undefined;
  if (answered * 100 < limits.answeredBelow * calls) return 'FAILING';
  return median > limits.slowerThan ? 'SLOW' : undefined;
};

const FIRST_REST_SECONDS = 60;
const LONGEST_REST_SECONDS = 3_600;

/** How long it stays aside: twice as long each time it comes back ailing. */
export const restSeconds = (timesBefore: number): number =>
  Math.min(LONGEST_REST_SECONDS, FIRST_REST_SECONDS * 2 ** timesBefore);
