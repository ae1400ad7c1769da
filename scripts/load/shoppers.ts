import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { syntheticCpf } from '#/domain/brazil/document.ts';
import type { Reply, Caller } from './answered.ts';
import type { LoadRecord } from './records.ts';

const purchaseReply = z.object({
  paymentId: z.string(),
  status: z.string(),
  payment: z.object({ sandboxPayUrl: z.string().nullable() }),
});

export interface ShopDependencies {
  readonly caller: Caller;
  readonly record: (record: LoadRecord) => void;
  /** Tells the shoppers of several runs apart. */
  readonly run: string;
  /** The offer for the next shopper. */
  readonly chooseOffer: () => string;
}

/** Pause between requests for a payment that has no code yet. */
const NO_CODE_PAUSE_MS = 500;

/** Each buyer is a new person, which costs the most: keys and index entries must be created. */
const purchaseOf = (run: string, nth: number, offerId: string) => ({
  offerId,
  name: `Pessoa ${nth}`,
  email: `pessoa-${run}-${nth}@example.com`,
  phone: '11987654321',
  cpf: syntheticCpf(`${run} ${nth}`),
  paymentMethod: 'PIX',
});

/** The cookie that the checkout gives each browser: a purchase with it is also looked for among equal ones of the browser. */
const browserCookieOf = (key: string): string =>
  `razao.browser=${createHash('sha256').update(key).digest('base64url')}`;

/** Buys by PIX and has the bank pay. Returns the payment's id; undefined when it was refused or ended. */
export const shop = async (
  { caller, record, run, chooseOffer }: ShopDependencies,
  nth: number,
  scheduledAt: number,
): Promise<string | undefined> => {
  const key = `${run}-${nth}`;
  const ask = {
    path: '/api/checkout.purchase',
    headers: { 'idempotency-key': key, cookie: browserCookieOf(key) },
    body: purchaseOf(run, nth, chooseOffer()),
  };
  const reportRefusal = (what: string, { status, text: answer }: Reply): undefined => {
    record({ kind: 'refused', what, status, answer, scheduledAt, at: Date.now() });
  };
  for (let isFirst = true; ; isFirst = false) {
    const answer = await caller.askUntilAnswered(ask);
    if (answer.status !== 200) return reportRefusal('purchase', answer);
    const { paymentId, status, payment } = purchaseReply.parse(JSON.parse(answer.text));
    if (isFirst) record({ kind: 'acknowledged', key, paymentId, scheduledAt, at: Date.now() });
    if (status !== 'PENDING') {
      record({ kind: 'ended', paymentId, status, scheduledAt, at: Date.now() });
      return undefined;
    }
    // The provider was down; the code comes later.
    if (payment.sandboxPayUrl === null) {
      await delay(NO_CODE_PAUSE_MS);
      continue;
    }
    const paid = await caller.askUntilAnswered({ path: payment.sandboxPayUrl, body: {} });
    if (paid.status !== 200) return reportRefusal('bank', paid);
    record({ kind: 'paid', paymentId, scheduledAt, at: Date.now() });
    return paymentId;
  }
};
