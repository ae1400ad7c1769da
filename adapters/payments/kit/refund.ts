import { z } from 'zod';
import type { RefundRequest, RefundResult } from '#/domain/ports/refund.ts';
import type { WireRequest } from './channel.ts';
import type { Operation, Wire } from './endpoint.ts';
import { TakenIn } from './failure.ts';

/** What a person is told of a refund that the provider would not make (acquirers.123). */
export const NOT_REFUNDED = 'Erro ao aprovar o reembolso.';

const OK = 200;

/** An answer of the provider's own, whatever is in it. */
export const anyReply = z.looseObject({});

/**
 * A refund that is one call. It succeeded when the status is 200 (acquirers.123); a 201, 202 or 204 says that it was taken
 * in, and a
 * page of HTML is no answer of the provider.
 */
export const refundCall =
  <Account, Reply>(spec: {
    readonly method: WireRequest['method'];
    readonly path: (request: RefundRequest) => string;
    readonly via?: string;
    readonly headers?: (
      request: RefundRequest,
      wire: Wire<Account>,
    ) => Readonly<Record<string, string>>;
    /** Absent = nothing is sent but the request itself. */
    readonly body?: (request: RefundRequest, wire: Wire<Account>) => unknown;
    readonly reply: z.ZodType<Reply>;
    /** What the reply says besides its status: the provider's name for it, or that it is not done. @throws ProviderFailure */
    readonly result?: (reply: Reply) => Partial<RefundResult>;
  }): Operation<Account, RefundRequest, RefundResult> =>
  async (request, wire) => {
    const { method, path, via, headers, body, reply, result } = spec;
    try {
      const answer = await wire.call(
        {
          method,
          path: path(request),
          doneAt: OK,
          explain: () => NOT_REFUNDED,
          broken: 'Internal server error',
          ...(via !== undefined && { via }),
          ...(headers && { headers: headers(request, wire) }),
          ...(body && { json: body(request, wire) }),
        },
        reply,
      );
      return { refundId: request.refundId, status: true, ...result?.(answer) };
    } catch (error) {
      if (error instanceof TakenIn) {
        return { refundId: request.refundId, status: false, isTakenIn: true };
      }
      throw error;
    }
  };
