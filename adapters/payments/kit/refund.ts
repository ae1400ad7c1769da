import { z } from 'zod';
import type { RefundRequest, RefundResult } from '#/domain/ports/payment-provider.ts';
import type { WireRequest } from './channel.ts';
import { endpoint, type Operation, type Wire } from './endpoint.ts';

/**
 * A refund that is one call. It succeeded when the status is 200 (spec 2 §8), but a page of HTML is no answer of the
 * provider.
 */
export const refundCall = <Account>(spec: {
  readonly method: WireRequest['method'];
  readonly path: (request: RefundRequest) => string;
  readonly via?: string;
  readonly body: (request: RefundRequest, wire: Wire<Account>) => unknown;
}): Operation<Account, RefundRequest, RefundResult> =>
  endpoint({
    ...spec,
    explain: () => 'Erro ao aprovar o reembolso.',
    reply: z.looseObject({}),
    result: (_reply, _wire, { refundId }) => ({ refundId, status: true }),
  });
