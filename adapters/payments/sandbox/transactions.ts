import { cents } from '#/domain/values/money.ts';

import type { CardTokens } from './card-tokens.ts';
import { boletoCharge, cardCharge, pixCharge } from './charge.ts';
import { derivedId } from './derived-id.ts';
import { endToEndId } from './end-to-end-id.ts';
import type { Notices } from './notices.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';
import { transactionSchema } from './transaction.ts';
import type { Transaction, TransactionRequest } from './transaction.ts';

/** A charge is created, then paid by the simulated bank or expired. */

export interface Transactions {
  /** @throws Problem 422 */
  readonly create: (key: string, request: TransactionRequest) => Transaction;
  /** @throws Problem 404 */
  readonly get: (id: string) => Transaction;
  readonly byOrder: (orderId: string) => readonly Transaction[];
  /** Paying a paid charge changes nothing. @throws Problem 404, 409 */
  readonly pay: (id: string) => Transaction;
  /** @throws Problem 404, 409 */
  readonly expire: (id: string) => Transaction;
  readonly expireDue: (now: number) => void;
  readonly storeAndNotify: (transaction: Transaction) => Transaction;
}

/** Notices about an id that ends in 7 come twice. */
const copiesFor = (id: string): 1 | 2 => (id.endsWith('7') ? 2 : 1);

const charge = (id: string, request: TransactionRequest, cardTokens: CardTokens, now: Date) => {
  switch (request.method) {
    case 'pix':
      return pixCharge(id, request, now);
    case 'boleto':
      return boletoCharge(id, request, now);
    case 'card':
      return cardCharge(request, cardTokens, now);
  }
};

const assertWaiting = (transaction: Transaction, now: number): void => {
  const { status, expires_at: expiresAt = '' } = transaction;
  if (status !== 'waiting_payment') {
    throw new Problem(409, 'not_payable', `the transaction is ${status}`);
  }
  if (Date.parse(expiresAt) <= now) {
    throw new Problem(409, 'expired', 'the transaction has expired');
  }
};

const collectionOf = (store: Store) =>
  store.collection('transaction', transactionSchema, {
    id: ({ id }) => id,
    reference: ({ order_id: orderId }) => orderId,
    dueAt: ({ status, expires_at: expiresAt }) =>
      status === 'waiting_payment' && expiresAt ? Date.parse(expiresAt) : undefined,
  });

export const createTransactions = (
  store: Store,
  notices: Notices,
  cardTokens: CardTokens,
): Transactions => {
  const transactions = collectionOf(store);
  const { wallMs } = store.machine;

  const storeAndNotify = (transaction: Transaction): Transaction => {
    transactions.put(transaction);
    const { id, order_id, status, webhook_url: url } = transaction;
    const data = { id, order_id, status };
    notices.enqueue({ url, type: 'transaction.updated', data, copies: copiesFor(id) });
    return transaction;
  };

  const get = (id: string): Transaction => {
    const transaction = transactions.get(id);
    if (!transaction) throw new Problem(404, 'not_found', 'no such transaction');
    return transaction;
  };

  return {
    create: (key, request) => {
      const now = new Date(wallMs());
      const id = derivedId('tr', key);
      const transaction: Transaction = {
        id,
        order_id: request.order_id,
        method: request.method,
        amount: request.amount,
        refunded_amount: cents(0),
        description: request.description,
        payer_name: request.customer.name,
        created_at: now.toISOString(),
        webhook_url: request.webhook_url,
        ...charge(id, request, cardTokens, now),
      };
      if (transaction.status !== 'waiting_payment') return storeAndNotify(transaction);
      transactions.put(transaction);
      return transaction;
    },
    get,
    byOrder: transactions.byReference,
    pay: (id) => {
      const transaction = get(id);
      if (transaction.status === 'paid') return transaction;
      const now = new Date(wallMs());
      assertWaiting(transaction, now.getTime());
      const { pix } = transaction;
      return storeAndNotify({
        ...transaction,
        status: 'paid',
        paid_at: now.toISOString(),
        ...(pix && { pix: { ...pix, end_to_end_id: endToEndId(id, now) } }),
      });
    },
    expire: (id) => {
      const transaction = get(id);
      assertWaiting(transaction, wallMs());
      return storeAndNotify({ ...transaction, status: 'expired' });
    },
    expireDue: (now) => {
      for (const transaction of transactions.findDue(now, 500)) {
        storeAndNotify({ ...transaction, status: 'expired' });
      }
    },
    storeAndNotify,
  };
};
