import { isAbsenceFinal, isKnownUnsent, type UnknownThere } from '#/domain/call-attempt.ts';
import { mayRepeatLost } from '#/domain/epoch/epoch.ts';
import type {
  FindableOperation,
  PaymentProvider,
  RepeatableOperation,
} from '#/domain/ports/payment-provider.ts';
import { addSeconds } from '#/domain/time.ts';
import type { Earlier } from './attempt.ts';

const HOUR_SECONDS = 3_600;

/** What an acquirer declares about calls of which it says that it has none. */
export interface Declared {
  /** It carries the call out once, however often it is made. */
  readonly isRepeatable: boolean;
  /** None of them has reached it, or will. */
  readonly isAbsent: boolean;
}

/** Whether no call has reached the acquirer, or will: none was sent, or the acquirer declares its absence final by now. */
export const isAbsentThere = (
  { absence }: Pick<PaymentProvider, 'absence'>,
  operation: FindableOperation,
  calls: UnknownThere,
): boolean =>
  isKnownUnsent(calls.attempt, calls.epoch.number) ||
  isAbsenceFinal(calls, absence?.[operation]?.seconds);

/** Returns what is declared of these calls. The hours are counted from the request, because no call came before it. */
export const declaredOf = (
  provider: Pick<PaymentProvider, 'absence' | 'repeatable'>,
  operation: RepeatableOperation,
  calls: UnknownThere,
): Declared => {
  const { requestedAt, now } = calls;
  const hours = provider.repeatable?.[operation]?.hours;
  return {
    isRepeatable: hours !== undefined && now <= addSeconds(requestedAt, hours * HOUR_SECONDS),
    isAbsent: isAbsentThere(provider, operation, calls),
  };
};

/** The calls of a refund or a payout. */
interface HeldCalls extends UnknownThere {
  /** The epoch in which its money was held. */
  readonly heldIn: number | null | undefined;
}

/** Whether the record is complete and has no call: the reaction that makes the first one has not come to it. */
const isNeverCalled = ({ attempt, heldIn, requestedAt, epoch }: HeldCalls): boolean =>
  attempt === null && heldIn === epoch.number && !mayRepeatLost(epoch, requestedAt);

/** Whether certainly no call has reached the acquirer, which need not be asked then. */
export const isUnsent = (calls: HeldCalls): boolean =>
  isNeverCalled(calls) || isKnownUnsent(calls.attempt, calls.epoch.number);

/** Returns the calls that the next one may follow, when the acquirer says that it has none; undefined = none may follow. */
export const earlierThan = (
  provider: PaymentProvider,
  operation: RepeatableOperation,
  calls: HeldCalls,
): Earlier | undefined => {
  const { attempt, requestedAt: at, heldIn: epoch = null } = calls;
  if (isNeverCalled(calls)) return { attempt, requested: { at, epoch } };
  const { isRepeatable, isAbsent } = declaredOf(provider, operation, calls);
  return isRepeatable || isAbsent ? { attempt, isRepeatable, isAbsent } : undefined;
};
