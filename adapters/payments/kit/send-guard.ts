import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { BindingOperation } from '#/domain/ports/provider-operations.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Declines } from './declines.ts';
import { connectionFailure, Declined, isRefusal, NotRecorded, TooLate } from './failure.ts';

/** Counts the writes on which the provider may have acted. */
export interface SendGuard {
  readonly operation: BindingOperation;
  /** Whether a refusal proves that nothing was done. */
  readonly isDeclinedBy: (status: number, body: unknown) => boolean;
  /** @throws ProviderFailure if the call is not on record or too late, or the clock cannot be trusted */
  readonly beforeSend: () => void;
  /** Whether the call is on record and in time; checked again once the connection is open. */
  readonly maySend: () => boolean;
  /** Uncounts a write whose bytes were certainly not sent. */
  readonly undo: () => void;
  /** Returns the error of the whole operation. After a write, a later failure leaves the outcome unknown. */
  readonly judge: (error: unknown) => unknown;
}

const unknownOutcomeOf = (providerId: string, cause: unknown): ProviderFailure => {
  const { kind, message } =
    cause instanceof ProviderFailure
      ? cause
      : { kind: 'unreadable' as const, message: `${providerId}: failed after a write was sent` };
  return new ProviderFailure(kind, message, { mayHaveHappened: true, cause });
};

type AttemptedRequest =
  | { readonly attempt?: AttemptToSend; readonly paymentMethod?: PaymentMethod }
  | undefined;

/** The HTTP status of a refusal suffices for a PIX charge: no one can pay a code that no one saw (acquirers.150). */
const needsDocumentedDecline = (operation: BindingOperation, request: AttemptedRequest): boolean =>
  operation !== 'createTransaction' || request?.paymentMethod !== 'PIX';

export const createSendGuard = (
  providerId: string,
  operation: BindingOperation,
  dependencies: {
    readonly input: unknown;
    readonly now: () => number;
    readonly isClockTrue: () => boolean;
    readonly declines: Declines | undefined;
  },
): SendGuard => {
  const { input, now, isClockTrue, declines } = dependencies;
  const request = input as AttemptedRequest;
  const { attempt } = request ?? {};
  // A clock that was set back would make a passed deadline seem ahead.
  const maySend = (): boolean =>
    attempt !== undefined && isClockTrue() && now() <= Date.parse(attempt.deadline);
  let sent = 0;
  return {
    operation,
    isDeclinedBy: (status, body) =>
      (!needsDocumentedDecline(operation, request) && isRefusal(status)) ||
      (declines?.[operation] ?? []).some(
        (each) => each.status === status && each.body.safeParse(body).success,
      ),
    beforeSend: () => {
      if (attempt === undefined) throw connectionFailure('POST', providerId, new NotRecorded());
      if (!maySend()) throw connectionFailure('POST', providerId, new TooLate());
      sent += 1;
    },
    maySend,
    undo: () => {
      sent -= 1;
    },
    judge: (error) => {
      const saysUnknown = error instanceof ProviderFailure && error.mayHaveHappened;
      // A declined write did nothing, but the writes before it may have.
      const mayHaveActed = error instanceof Declined ? sent - 1 : sent;
      return saysUnknown || mayHaveActed <= 0 ? error : unknownOutcomeOf(providerId, error);
    },
  };
};
