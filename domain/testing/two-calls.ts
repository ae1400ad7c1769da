import {
  nextAttempt,
  type BeginAttempt,
  type LastAttempt,
} from '#/domain/acquiring/call-attempt.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { sampleNow as now } from './samples.ts';

/** Attempt ids of two calls for one request; the second was begun while the first had no answer. */
export const FIRST = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11';
export const SECOND = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22';

/** @param seconds after `sampleNow` */
export const begun = (attemptId: string, after: string | null, seconds: number): BeginAttempt => ({
  attemptId,
  after,
  epoch: 1,
  now: addSeconds(now, seconds),
});

export const attempted = (last: LastAttempt | null, next: BeginAttempt): LastAttempt => {
  const attempt = nextAttempt(last, next, 'sandbox');
  if (!attempt) throw new Error('it is too early for a second call');
  return attempt;
};

export const beginCharge = (
  attemptId: string,
  after: string | null,
  seconds: number,
  provider = 'sandbox',
): PaymentCommand => ({
  type: 'BeginCharge',
  provider,
  ...begun(attemptId, after, seconds),
});
