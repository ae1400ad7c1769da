import type { PaymentView, PurchaseInput } from '#/api/contract/checkout.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';
import { ProblemError, query } from '#/web/lib/rpc.ts';
import { sharedValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import { buyerMark, orderText } from './purchase-attempt.ts';

/** This browser's last purchase at an offer; buyer and order are hashes. */
export interface LastPurchase {
  readonly paymentId: string;
  readonly buyer: string;
  readonly order: string;
  /** When the response came, in milliseconds since 1970. */
  readonly at: number;
}

const STORED_MILLISECONDS = 86_400_000;

export const lastPurchase = (offerId: string): StoredValue<LastPurchase> =>
  sharedValue(`bought:${offerId}`, STORED_MILLISECONDS);

/** Leaves out `buysAgainAfter`: a press while the second purchase can still be paid leads to that purchase, not to a third. */
export const purchaseMarks = ({
  buysAgainAfter: _,
  ...request
}: PurchaseInput): Pick<LastPurchase, 'buyer' | 'order'> => ({
  buyer: buyerMark(request.email),
  order: fingerprint(orderText(request)),
});

type LastPayment = Pick<PaymentView, 'status' | 'method' | 'expiresAt'>;

/** Also true for a pending card payment, which may have been charged: the buyer chooses whether to pay again. */
export const isPaid = ({ status, method }: LastPayment): boolean =>
  status === 'APPROVED' || (status === 'PENDING' && method === 'CREDIT_CARD');

interface Request extends Pick<LastPurchase, 'buyer' | 'order'> {
  readonly pressedAt: number;
}

/** `same`: show the last payment; `paid`: ask whether to buy again; `none`: a new purchase. */
export const compareWithLastPurchase = (
  last: LastPurchase,
  payment: LastPayment,
  request: Request,
  now: number,
): 'same' | 'paid' | 'none' => {
  if (last.buyer !== request.buyer) return 'none';
  const isSameOrder = last.order === request.order;
  // Another tab made this purchase since the press.
  if (isSameOrder && last.at >= request.pressedAt) return 'same';
  if (isPaid(payment)) return 'paid';
  const isOpen = payment.expiresAt === null || Date.parse(payment.expiresAt) > now;
  return isSameOrder && payment.status === 'PENDING' && isOpen ? 'same' : 'none';
};

/** Undefined when the server does not know the payment. @throws ConnectionLost, ProblemError */
export const fetchPayment = async ({
  paymentId,
}: LastPurchase): Promise<PaymentView | undefined> => {
  try {
    return await query('checkout.getPayment', { paymentId });
  } catch (failure) {
    if (failure instanceof ProblemError && failure.problem.status === 404) return undefined;
    throw failure;
  }
};
