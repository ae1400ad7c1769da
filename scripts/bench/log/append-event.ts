import { randomUUID } from 'node:crypto';
import { contentHash } from '#/ledger/audit/hash.ts';

/** The data has about 500 bytes. */
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

const makeContent = () => {
  const id = randomUUID();
  return { id, stream: `payment-${id}`, type: 'PaymentApproved', data: DATA };
};

export const makeEvent = () => {
  const content = makeContent();
  const hash = contentHash({ ...content, v: META.v });
  return { ...content, meta: JSON.stringify({ ...META, causation: content.id, hash }) };
};

export const makeBareEvent = () => {
  const content = makeContent();
  return { ...content, meta: JSON.stringify({ ...META, causation: content.id }) };
};
