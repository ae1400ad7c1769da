import { z } from 'zod';
import type { RefundRequest, RefundResult } from '#/domain/ports/refund.ts';
import type { WireRequest } from './network/channel.ts';
import type { Operation, ProviderContext } from './endpoint.ts';
import { Accepted } from './failure.ts';

/** The message when the provider refuses (acquirers.123). */
export const NOT_REFUNDED = 'Erro ao aprovar o reembolso.';

/** For acquirers whose look-ups state no refunded total: after a partial refund, they could not show whether the rest was refunded. */
export const ONLY_WHOLE_WITHOUT_TOTAL = {
  PIX: 'ONLY_WHOLE',
  CREDIT_CARD: 'ONLY_WHOLE',
  BILLET: 'ONLY_WHOLE',
} as const;

const OK = 200;

/** Accepts any JSON object. */
export const anyReply = z.looseObject({});

/** Only status 200 means done (acquirers.123); another success status means accepted for processing. */
export const refundCall =
  <Account, Reply>(spec: {
    readonly method: WireRequest['method'];
    readonly path: (request: RefundRequest) => string;
    readonly via?: string;
    readonly headers?: (
      request: RefundRequest,
      context: ProviderContext<Account>,
    ) => Readonly<Record<string, string>>;
    /** Absent = the request has no body. */
    readonly body?: (request: RefundRequest, context: ProviderContext<Account>) => unknown;
    readonly reply: z.ZodType<Reply>;
    /** @throws ProviderFailure */
    readonly result?: (reply: Reply) => Partial<RefundResult>;
  }): Operation<Account, RefundRequest, RefundResult> =>
  async (request, context) => {
    const { method, path, via, headers, body, reply, result } = spec;
    try {
      const answer = await context.call(
        {
          method,
          path: path(request),
          doneAt: OK,
          explain: () => NOT_REFUNDED,
          broken: 'Internal server error',
          ...(via !== undefined && { via }),
          ...(headers && { headers: headers(request, context) }),
          ...(body && { json: body(request, context) }),
        },
        reply,
      );
      return { refundId: request.refundId, status: true, ...result?.(answer) };
    } catch (error) {
      if (error instanceof Accepted) {
        return { refundId: request.refundId, status: false, isAccepted: true };
      }
      throw error;
    }
  };
