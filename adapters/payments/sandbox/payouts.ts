import { z } from 'zod';

import { normalisePixKey } from '#/domain/brazil/pix-key.ts';
import { positiveCents } from '#/domain/values/money.ts';

import { derivedId } from './derived-id.ts';
import { endToEndId } from './end-to-end-id.ts';
import type { Notices } from './notices.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

/** The sandbox accepts a payout at once and settles it a moment later, as real institutions do. */

export const payoutRequest = z.strictObject({
  reference: z.string().min(1).max(64),
  amount: positiveCents,
  pix_key: z.string().max(77),
  pix_key_type: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']),
  receiver: z.strictObject({ name: z.string().min(1), document: z.string().min(1) }),
  description: z.string().max(140),
  webhook_url: z.url({ protocol: /^https?$/ }),
});
type PayoutRequest = z.output<typeof payoutRequest>;

export const payoutSchema = z.object({
  id: z.string(),
  reference: z.string(),
  amount: positiveCents,
  pix_key: z.string(),
  status: z.enum(['processing', 'paid', 'failed']),
  created_at: z.string(),
  settles_at: z.number(),
  paid_at: z.string().optional(),
  end_to_end_id: z.string().optional(),
  webhook_url: z.string(),
});
export type Payout = z.output<typeof payoutSchema>;

export interface Payouts {
  /** @throws Problem 422 */
  readonly create: (key: string, request: PayoutRequest) => Payout;
  readonly byReference: (reference: string) => readonly Payout[];
  readonly settleDue: (now: number) => void;
}

/** A payout to a key `refused…` fails; one to a key `timeout…` is paid, but its request gets no answer. */
const isUnpayable = (payout: Payout): boolean => payout.pix_key.startsWith('refused');
export const losesPayoutReply = (payout: Payout): boolean => payout.pix_key.startsWith('timeout');

const settle = (payout: Payout, now: Date): Payout => {
  if (isUnpayable(payout)) return { ...payout, status: 'failed' };
  return {
    ...payout,
    status: 'paid',
    paid_at: now.toISOString(),
    end_to_end_id: endToEndId(payout.id, now),
  };
};

export const createPayouts = (store: Store, notices: Notices, settlesAfterMs: number): Payouts => {
  const payouts = store.collection('payout', payoutSchema, {
    id: ({ id }) => id,
    reference: ({ reference }) => reference,
    dueAt: ({ status, settles_at: at }) => (status === 'processing' ? at : undefined),
  });
  return {
    create: (key, request) => {
      const pixKey = normalisePixKey(request.pix_key_type, request.pix_key);
      if (pixKey === undefined) {
        throw new Problem(422, 'invalid_pix_key', 'the PIX key is not of its type');
      }
      const now = new Date(store.machine.wallMs());
      const payout: Payout = {
        id: derivedId('po', key),
        reference: request.reference,
        amount: request.amount,
        pix_key: pixKey,
        status: 'processing',
        created_at: now.toISOString(),
        settles_at: now.getTime() + settlesAfterMs,
        webhook_url: request.webhook_url,
      };
      payouts.put(payout);
      return payout;
    },
    byReference: payouts.byReference,
    settleDue: (now) => {
      for (const due of payouts.findDue(now, 500)) {
        const payout = settle(due, new Date(store.machine.wallMs()));
        payouts.put(payout);
        const { id, reference, status, webhook_url: url } = payout;
        const data = { id, reference, status };
        notices.enqueue({ url, type: 'payout.updated', data, copies: 1 });
      }
    },
  };
};
