import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { Encoders } from '#/domain/ports/payment-provider.ts';
import type { WithdrawRequest, WithdrawResult } from '#/domain/ports/payout.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ProviderDefinition, ProviderOperations } from './define-provider.ts';
import type { Operation, ProviderContext } from './endpoint.ts';
import { encodeBody, type WireRequest } from './network/channel.ts';

/** Ends an operation at its first request, which is not sent. */
class Reached extends Error {
  readonly request: WireRequest;

  constructor(request: WireRequest) {
    super('not sent');
    this.request = request;
  }
}

const reach = async (request: WireRequest): Promise<never> => {
  throw new Reached(request);
};

/** Stands in for the recorded call: a request contains nothing of it. */
const NO_CALL: AttemptToSend = { attemptId: '', deadline: '' };

export const payoutBy = <Account>(
  withdraw: ProviderOperations<Account>['withdraw'],
  { paymentMethod }: Pick<WithdrawRequest, 'paymentMethod'>,
) => withdraw?.[paymentMethod] as Operation<Account, WithdrawRequest, WithdrawResult> | undefined;

/** The operation's first request as text, without keys and tokens. Undefined if the operation is not offered, or refuses its input. */
const encode = async <Account, Input>(
  operation: Operation<Account, Input, unknown> | undefined,
  input: Input,
  context: ProviderContext<Account>,
): Promise<string | undefined> => {
  try {
    await operation?.(input, { ...context, call: reach, find: reach, pdf: reach });
    return undefined;
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined;
    if (!(error instanceof Reached)) throw error;
    const { method, path, via, query, headers } = error.request;
    return JSON.stringify([method, via, path, query, headers, encodeBody(error.request)]);
  }
};

/** Returns, for each repeatable operation, a function that encodes its request without sending it. */
export const encodersOf = <Account>(
  { operations, repeatable = {} }: ProviderDefinition<Account>,
  context: ProviderContext<Account>,
): Encoders => {
  const { charge, refund, withdraw } = operations;
  return {
    ...(repeatable.createTransaction && {
      createTransaction: (request) =>
        encode(charge?.[request.paymentMethod], { ...request, attempt: NO_CALL }, context),
    }),
    ...(repeatable.refund && {
      refund: (request) => encode(refund, { ...request, attempt: NO_CALL }, context),
    }),
    ...(repeatable.withdraw && {
      withdraw: (request) =>
        encode(payoutBy(withdraw, request), { ...request, attempt: NO_CALL }, context),
    }),
  };
};
