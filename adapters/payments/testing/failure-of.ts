import { ProviderFailure } from '#/domain/ports/provider-failure.ts';

/** The call must fail. */
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
