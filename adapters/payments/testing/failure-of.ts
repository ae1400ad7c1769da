import { ProviderFailure } from '#/domain/ports/provider-failure.ts';

/** Returns the failure of a call. @throws when the call succeeds */
export const failureOf = async (call: Promise<unknown> | undefined): Promise<ProviderFailure> => {
  let answer: unknown;
  try {
    answer = await call;
  } catch (error) {
    if (error instanceof ProviderFailure) return error;
    throw error;
  }
  throw new Error(`the call should have failed, and answered ${JSON.stringify(answer)}`);
};
