import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { BindingOperation } from '#/domain/ports/provider-operations.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Declines } from './declines.ts';
import { connectionFailure, Declined, isRefusal, NotRecorded, TooLate } from './failure.ts';

/** For an operation that must not be carried out twice: counts its writes on which the provider may have acted. */
export interface SendGuard {
  readonly operation: BindingOperation;
  /** Whether a reply that is not a success proves that nothing was done. */
  readonly isDeclinedBy: (status: number, body: unknown) => boolean;
  /**
   * Called before a write is sent, and counts the write.
   * @throws ProviderFailure if the call is not on record, if its deadline has passed, or while our clock cannot be trusted
   */
  readonly beforeSend: () => void;
  /**
   * Whether the call is on record and its deadline has certainly not passed. Asked before a write, and again once its connection is open.
   */
  readonly maySend: () => boolean;
  /** No longer counts the write: its bytes were certainly not sent. */
  readonly undo: () => void;
  /**
   * Returns the error of the whole operation. Once a write went out, a later failure (of the next request, its token or a look-up) leaves
   * the outcome unknown. A refusal of the last write also leaves it unknown, if other writes went out before.
   */
  readonly judge: (error: unknown) => unknown;
}

/** Whether the error is the provider's own answer to the last write. */
const isAnswer = (error: unknown): boolean => error instanceof Declined;

const unknownOutcomeOf = (providerId: string, cause: unknown): ProviderFailure => {
  const { kind, message } =
    cause instanceof ProviderFailure
      ? cause
      : { kind: 'unreadable' as const, message: `${providerId}: failed after a write was sent` };
  return new ProviderFailure(kind, message, { mayHaveHappened: true, cause });
};

/** The parts of a request that matter here: the recorded call for which it is sent, and the payment method of a charge. */
type AttemptedRequest =
  | { readonly attempt?: AttemptToSend; readonly paymentMethod?: PaymentMethod }
  | undefined;

/**
 * Whether a refusal must have a documented form to prove that nothing was done. Then its status alone does not suffice: if the provider had
 * acted after all, we would give held money back to the seller, move money a second time, or register a seller twice. For a charge by PIX
 * the status suffices: no one can pay a code that no one saw (acquirers.150).
 */
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
  // If the clock was set back since the call was recorded, a deadline that has passed seems to be still ahead.
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
      const isKnown = error instanceof ProviderFailure && error.mayHaveHappened;
      const others = isAnswer(error) ? sent - 1 : sent;
      return isKnown || others <= 0 ? error : unknownOutcomeOf(providerId, error);
    },
  };
};
