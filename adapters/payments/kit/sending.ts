import type { BindingOperation } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { Declined } from './failure.ts';

/** What one operation that moves money or binds somebody has sent, as far as its provider may have acted on it. */
export interface Sending {
  readonly operation: BindingOperation;
  /** Called directly before the bytes of a write leave. */
  readonly leaves: () => void;
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

export const createSending = (providerId: string, operation: BindingOperation): Sending => {
  let sent = 0;
  return {
    operation,
    leaves: () => {
      sent += 1;
    },
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
