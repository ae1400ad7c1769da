import { z } from 'zod';
import type { Declines, DocumentedDecline } from '#/adapters/payments/kit/declines.ts';

/** The sandbox refuses before it has done anything. */

const documentDecline = (
  status: number,
  ...codes: readonly [string, ...(readonly string[])]
): DocumentedDecline => ({
  status,
  body: z.object({ error: z.object({ code: z.enum(codes) }) }),
});

const always = [
  documentDecline(400, 'idempotency_key_required'),
  documentDecline(401, 'unauthorized'),
  documentDecline(422, 'invalid_request'),
];

export const sandboxDeclines: Declines = {
  createTransaction: [...always, documentDecline(422, 'card_token_required', 'invalid_card_token')],
  refund: [
    ...always,
    documentDecline(402, 'not_refundable', 'refund_exceeds_paid'),
    documentDecline(404, 'not_found'),
  ],
  withdraw: [...always, documentDecline(422, 'invalid_pix_key')],
  createReceiver: [...always, documentDecline(422, 'invalid_document')],
};
