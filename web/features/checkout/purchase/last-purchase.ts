import type { PaymentView, PurchaseInput } from '#/api/contract/checkout.ts';
import { fingerprint } from '#/web/lib/fingerprint.ts';
import { ProblemError, query } from '#/web/lib/rpc.ts';
import { sharedValue } from '#/web/lib/stored-value.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import { buyerMark, orderText } from './purchase-attempt.ts';

/** The last purchase of this browser at an offer; buyer and order are stored only as hashes. */
export interface LastPurchase {
  readonly paymentId: string;
  readonly buyer: string;
  readonly order: string;
  /** When the response came, in milliseconds since 1970. */
  readonly at: number;
}

const REMEMBERED_MILLISECONDS = 86_400_000;

export const lastPurchase = (offerId: string): StoredValue<LastPurchase> =>
  sharedValue(`bought:${offerId}`, REMEMBERED_MILLISECONDS);

/**
 * Returns the hashes of the buyer and of the order. The hashes leave out `buysAgainAfter`, by which a buyer who has bought before chooses
 * to buy again. So while the PIX or boleto of that second purchase can still be paid, the next press leads to it and does not ask the buyer
 * again.
 */
export const purchaseMarks = ({
  buysAgainAfter: _,
  ...request
}: PurchaseInput): Pick<LastPurchase, 'buyer' | 'order'> => ({
  buyer: buyerMark(request.email),
  order: fingerprint(orderText(request)),
});

type LastPayment = Pick<PaymentView, 'status' | 'method' | 'expiresAt'>;

/** Whether the payment is made, or its card may have been charged. Then the buyer must choose explicitly to pay again. */
export const isPaid = ({ status, method }: LastPayment): boolean =>
  status === 'APPROVED' || (status === 'PENDING' && method === 'CREDIT_CARD');

interface Request extends Pick<LastPurchase, 'buyer' | 'order'> {
  readonly pressedAt: number;
}

/**
 * Compares the last purchase with the one that the buyer requests now.
 * `same`: buyer and order are the same, and the last purchase was made since this press (in another tab), or is a PIX or boleto that can
 * still be paid. The page shows its payment.
 * `paid`: the buyer is the same, and the last purchase, of any order, is paid or its card may have been charged. The page asks the buyer.
 * `none`: anything else. The request is a new purchase.
 */
export const relationTo = (
  last: LastPurchase,
  payment: LastPayment,
  request: Request,
  now: number,
): 'same' | 'paid' | 'none' => {
  if (last.buyer !== request.buyer) return 'none';
  const isSameOrder = last.order === request.order;
  if (isSameOrder && last.at >= request.pressedAt) return 'same';
  if (isPaid(payment)) return 'paid';
  const isOpen = payment.expiresAt === null || Date.parse(payment.expiresAt) > now;
  return isSameOrder && payment.status === 'PENDING' && isOpen ? 'same' : 'none';
};

/** Returns the payment's current state; undefined when the server does not know it. @throws ConnectionLost, ProblemError */
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
