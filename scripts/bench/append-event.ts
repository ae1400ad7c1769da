import { randomUUID } from 'node:crypto';
import { contentHash } from '#/ledger/audit/hash.ts';

/** A plausible approved payment, about 500 bytes. */
const DATA = JSON.stringify({
  paymentId: randomUUID(),
  providerId: 'sandbox',
  paymentMethod: 'PIX',
  amount: 9_700,
  approvedAt: '2026-11-20T12:49:00.000Z',
  splits: ['seller', 'platform', 'affiliate'].map((role) => ({
    role,
    receiverId: randomUUID(),
    amount: 3_233,
    fee: 99,
  })),
});
const META = { v: 1, platform: 'demo', actor: 'buyer', correlation: randomUUID() };

/** The first event of a new stream. */
export const makeEvent = () => {
  const id = randomUUID();
  const stream = `payment-${id}`;
  const type = 'PaymentApproved';
  const hash = contentHash({ id, stream, type, v: META.v, data: DATA });
  return { id, stream, type, data: DATA, meta: JSON.stringify({ ...META, causation: id, hash }) };
};
