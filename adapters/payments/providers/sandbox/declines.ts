import { z } from 'zod';
import type { Declines, DocumentedDecline } from '#/adapters/payments/kit/declines.ts';

/** Refusals of the sandbox (its README): each comes before it has done anything. */

const declined = (
  status: number,
  ...codes: readonly [string, ...(readonly string[])]
): DocumentedDecline => ({
  status,
  body: z.object({ error: z.object({ code: z.enum(codes) }) }),
});

const always = [
  declined(400, 'idempotency_key_required'),
  declined(401, 'unauthorized'),
  declined(422, 'invalid_request'),
];

export const sandboxDeclines: Declines = {
  createTransaction: [...always, declined(422, 'card_token_required', 'invalid_card_token')],
  refund: [
    ...always,
    declined(402, 'not_refundable', 'refund_exceeds_paid'),
    declined(404, 'not_found'),
  ],
  withdraw: [...always, declined(422, 'invalid_pix_key')],
  createReceiver: [...always, declined(422, 'invalid_document')],
};
