import {
  isAbsenceFinal,
  isKnownUnsent,
  type UnknownThere,
} from '#/domain/acquiring/call-attempt.ts';
import { isRecordComplete } from '#/domain/epoch/epoch.ts';
import type {
  FindableOperation,
  PaymentProvider,
  RepeatableOperation,
} from '#/domain/ports/payment-provider.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { EarlierCalls } from './attempt.ts';

const HOUR_SECONDS = 3_600;

export interface DeclaredOutcome {
  /** The acquirer carries the call out once, however often it is sent. */
  readonly isRepeatable: boolean;
  /** None of the calls has reached the acquirer, or can any more. */
  readonly isAbsent: boolean;
}

/** Whether the acquirer's answer "no such call" is final: no call has reached the acquirer, or can any more. */
export const isAbsentThere = (
  { absence }: Pick<PaymentProvider, 'absence'>,
  operation: FindableOperation,
  calls: UnknownThere,
): boolean =>
  isKnownUnsent(calls.attempt, calls.epoch.number) ||
  isAbsenceFinal(calls, absence?.[operation]?.seconds);

/** Returns what the acquirer declares for these calls. The hours within which a call may be repeated count from `requestedAt`. */
export const declaredOf = (
  provider: Pick<PaymentProvider, 'absence' | 'repeatable'>,
  operation: RepeatableOperation,
  calls: UnknownThere,
): DeclaredOutcome => {
  const { requestedAt, now } = calls;
  const hours = provider.repeatable?.[operation]?.hours;
  return {
    isRepeatable: hours !== undefined && now <= addSeconds(requestedAt, hours * HOUR_SECONDS),
    isAbsent: isAbsentThere(provider, operation, calls),
  };
};

interface HeldCalls extends UnknownThere {
  /** The epoch in which the money was held. Null or absent = perhaps before the present epoch. */
  readonly heldIn: number | null | undefined;
  /** When the refund or payout was requested; staff may have approved it long after. */
  readonly heldAt: Timestamp;
}

const isNeverCalled = ({ attempt, heldIn = null, heldAt, epoch }: HeldCalls): boolean =>
  attempt === null && isRecordComplete(epoch, { at: heldAt, epoch: heldIn });

/** Whether certainly no call has reached the acquirer. */
export const isUnsent = (calls: HeldCalls): boolean =>
  isNeverCalled(calls) || isKnownUnsent(calls.attempt, calls.epoch.number);

/** Returns what allows the next call in view of earlier ones; undefined = the next call must not be made. */
export const readEarlierCalls = (
  provider: PaymentProvider,
  operation: RepeatableOperation,
  calls: HeldCalls,
): EarlierCalls | undefined => {
  const { attempt, heldAt: at, heldIn: epoch = null } = calls;
  if (isNeverCalled(calls)) return { attempt, origin: { at, epoch } };
  const { isRepeatable, isAbsent } = declaredOf(provider, operation, calls);
  return isRepeatable || isAbsent ? { attempt, isRepeatable, isAbsent } : undefined;
};
