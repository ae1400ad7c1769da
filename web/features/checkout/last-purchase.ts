import type { PaymentView, PurchaseInput } from '#/api/contract/checkout.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';
import { ProblemError, query } from '#/web/lib/rpc.ts';
import { sharedValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import { buyerMark, orderText } from './purchase-attempt.ts';

/** What this browser bought last at an offer; buyer and order only as marks. */
export interface LastPurchase {
  readonly paymentId: string;
  readonly buyer: string;
  readonly order: string;
  /** When it was answered, in milliseconds since 1970. */
  readonly at: number;
}

const REMEMBERED_MILLISECONDS = 86_400_000;

export const lastPurchase = (offerId: string): StoredValue<LastPurchase> =>
  sharedValue(`bought:${offerId}`, REMEMBERED_MILLISECONDS);

/** What was bought again is the same order as what was bought first: who comes back to it unpaid has chosen already. */
export const purchaseMarks = ({
  buysAgainAfter: _,
  ...request
}: PurchaseInput): Pick<LastPurchase, 'buyer' | 'order'> => ({
  buyer: buyerMark(request.email),
  order: fingerprint(orderText(request)),
});

type Judged = Pick<PaymentView, 'status' | 'method' | 'expiresAt'>;

/** It is paid, or a card may have been charged for it: to pay again is a choice of its own. */
export const isPaid = ({ status, method }: Judged): boolean =>
  status === 'APPROVED' || (status === 'PENDING' && method === 'CREDIT_CARD');

interface Wish extends Pick<LastPurchase, 'buyer' | 'order'> {
  readonly pressedAt: number;
}

/**
 * What an earlier purchase means for one that is wanted now: the same press, in another tab or before the page was loaded
 * again, whose payment it gets; one that is paid, of which the buyer is told; or nothing.
 */
export const relationTo = (
  last: LastPurchase,
  payment: Judged,
  wish: Wish,
  now: number,
): 'same' | 'paid' | 'none' => {
  if (last.buyer !== wish.buyer) return 'none';
  const isSameOrder = last.order === wish.order;
  if (isSameOrder && last.at >= wish.pressedAt) return 'same';
  if (isPaid(payment)) return 'paid';
  const isOpen = payment.expiresAt === null || Date.parse(payment.expiresAt) > now;
  return isSameOrder && payment.status === 'PENDING' && isOpen ? 'same' : 'none';
};

/** How it stands; undefined when nobody knows it. @throws ConnectionLost, ProblemError */
export const paymentNow = async ({ paymentId }: LastPurchase): Promise<PaymentView | undefined> => {
  try {
    return await query('checkout.getPayment', { paymentId });
  } catch (failure) {
    if (failure instanceof ProblemError && failure.problem.status === 404) return undefined;
    throw failure;
  }
};
