import type { CallAttempt } from '#/domain/acquiring/call-attempt.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { ProviderOutcome } from './provider-outcome.ts';
import type { Ports } from './reaction.ts';

/** An acquirer was asked how recorded calls ended. */
export interface LookUp {
  readonly at: Timestamp;
  /** Why there was no answer; null = the acquirer answered. */
  readonly failure: string | null;
}

const failureOf = (outcome: ProviderOutcome<unknown>): string | null => {
  switch (outcome.kind) {
    case 'answered':
      return null;
    case 'declined':
      return outcome.cause;
    case 'unknown':
      return outcome.failure;
  }
};

/**
 * Notes a look-up for staff.
 * @param calls the recorded calls that the acquirer was asked about; null = none is on record
 */
export const noteLookUp = (
  calls: readonly (Pick<CallAttempt, 'attemptId'> | null)[],
  outcome: ProviderOutcome<unknown>,
  { lookUps, now }: Pick<Ports, 'lookUps' | 'now'>,
): void =>
  lookUps.note(
    calls.flatMap((call) => call?.attemptId ?? []),
    { at: now(), failure: failureOf(outcome) },
  );
