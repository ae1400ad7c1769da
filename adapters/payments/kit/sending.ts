import type { CallTerms } from '#/domain/call-attempt.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { BindingOperation } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Declines } from './declines.ts';
import { connectionFailure, Declined, isRefusal, TooLate } from './failure.ts';

/** What one operation that may not be carried out twice has sent, as far as its provider may have acted on it. */
export interface Sending {
  readonly operation: BindingOperation;
  /** Whether a reply that is not a success proves that nothing was done. */
  readonly isDeclinedBy: (status: number, body: unknown) => boolean;
  /**
   * Called directly before the bytes of a write leave.
   * @throws ProviderFailure after the deadline of the recorded call, and while no clock tells whether it has passed
   */
  readonly leaves: () => void;
  /** Whether the deadline has certainly not passed: asked again once the connection is there. */
  readonly mayLeave: () => boolean;
  /** Called when they did not leave after all, or the provider certainly did nothing with them. */
  readonly undone: () => void;
  /**
   * Returns what an error says of the whole operation. Once a write went out, nothing that fails here afterwards (the next
   * request, its token or certificate, a look-up) says anything of it; and what is declined after another write went out is
   * declined of one call alone.
   */
  readonly judged: (error: unknown) => unknown;
}

/** Whether the error is the provider's own answer to the last write. */
const isAnswer = (error: unknown): boolean => error instanceof Declined;

const unknown = (providerId: string, cause: unknown): ProviderFailure => {
  const { kind, message } =
    cause instanceof ProviderFailure
      ? cause
      : { kind: 'unreadable' as const, message: `${providerId}: failed after a write was sent` };
  return new ProviderFailure(kind, message, { mayHaveHappened: true, cause });
};

/** The request of a binding operation, as far as it says for which recorded call it is sent, and how a charge is paid. */
type Attempted =
  | { readonly attempt?: CallTerms; readonly paymentMethod?: PaymentMethod }
  | undefined;

/**
 * After a refusal of these that is none, money would be given back to the seller, or moved once more, or a seller be registered
 * twice. A refusal of them is believed only as the provider's documents show it, never for its status. A PIX is none of them:
 * no one can pay a code that no one saw.
 */
const isBelievedAsDocumented = (operation: BindingOperation, request: Attempted): boolean =>
  operation === 'refund' ||
  operation === 'withdraw' ||
  operation === 'createReceiver' ||
  (operation === 'createTransaction' && request?.paymentMethod !== 'PIX');

export const createSending = (
  providerId: string,
  operation: BindingOperation,
  parts: {
    readonly input: unknown;
    readonly now: () => number;
    readonly isClockTrue: () => boolean;
    readonly declines: Declines | undefined;
  },
): Sending => {
  const { input, now, isClockTrue, declines } = parts;
  const request = input as Attempted;
  const { attempt } = request ?? {};
  // By a clock that was set since the call was recorded, its deadline may seem to be still ahead.
  const mayLeave = (): boolean =>
    attempt === undefined || (isClockTrue() && now() <= Date.parse(attempt.deadline));
  let sent = 0;
  return {
    operation,
    isDeclinedBy: (status, body) =>
      (!isBelievedAsDocumented(operation, request) && isRefusal(status)) ||
      (declines?.[operation] ?? []).some(
        (each) => each.status === status && each.body.safeParse(body).success,
      ),
    leaves: () => {
      if (!mayLeave()) throw connectionFailure('POST', providerId, new TooLate());
      sent += 1;
    },
    mayLeave,
    undone: () => {
      sent -= 1;
    },
    judged: (error) => {
      const isKnown = error instanceof ProviderFailure && error.mayHaveHappened;
      const others = isAnswer(error) ? sent - 1 : sent;
      return isKnown || others <= 0 ? error : unknown(providerId, error);
    },
  };
};
