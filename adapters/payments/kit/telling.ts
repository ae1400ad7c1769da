import { ProviderFailure } from '#/domain/ports/payment-provider.ts';
import type { Operation } from './endpoint.ts';

/** An operation that, when it certainly did not happen, says so in words for a person (spec 2 §8). */
export const telling =
  <Account, Input, Output>(
    text: string,
    operation: Operation<Account, Input, Output>,
  ): Operation<Account, Input, Output> =>
  async (input, wire) => {
    try {
      return await operation(input, wire);
    } catch (error) {
      const isPlain = error instanceof ProviderFailure && error.text === undefined;
      if (!isPlain || error.mayHaveHappened) throw error;
      const { kind, message, mayHaveHappened } = error;
      throw new ProviderFailure(kind, message, { mayHaveHappened, text, cause: error });
    }
  };
