import fc from 'fast-check';
import { basisPoints, cents } from '#/domain/values/money.ts';
import { History } from './history.ts';

/** `pick` chooses the payment, seller or withdrawal; `amount` is in cents, and varies the step where no amount is needed. */
type Step = (history: History, pick: number, amount: number) => void;

const METHODS = ['PIX', 'CREDIT_CARD', 'BILLET'] as const;

const anyOf = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(1, items.length)];

const withPayment =
  (work: (history: History, paymentId: string, amount: number) => void): Step =>
  (history, pick, amount) => {
    const paymentId = anyOf(history.payments, pick);
    if (paymentId !== undefined) work(history, paymentId, amount);
  };

const purchase: Step = (history, pick, amount) => {
  const method = METHODS[pick % 3] ?? 'PIX';
  const installments = method === 'CREDIT_CARD' ? 1 + (amount % 12) : 1;
  const price = cents(100 + amount);
  const interest = cents(installments > 3 ? amount % 90 : 0);
  const paymentId = history.purchase({
    sellerId: `seller-${pick % 3}`,
    productId: `product-${pick % 2}`,
    title: `Curso "${pick}"\tem\\aulas`,
    method,
    installments,
    amount: cents(price + interest),
    lines: [
      { kind: 'OFFER', id: 'offer', title: 'Curso', amount: price },
      { kind: 'INTEREST', id: 'interest', title: 'Juros', amount: interest },
    ],
    terms: {
      percent: basisPoints(599),
      fixed: cents(100),
      clearingDays: method === 'CREDIT_CARD' ? 30 : 0,
      guaranteeDays: pick % 2 === 0 ? 0 : 7,
    },
  });
  if (pick % 5 === 0) history.leaveUnanswered(paymentId);
  else history.submit(paymentId);
  if (pick % 4 !== 0) history.report(paymentId, 'APPROVED');
};

const refund = (end: 'SETTLED' | 'FAILED' | undefined): Step =>
  withPayment((history, paymentId, amount) => {
    const refundId = history.requestRefund(paymentId, amount % 2 === 0 ? undefined : cents(amount));
    if (end !== undefined) history.concludeRefund(paymentId, refundId, end);
  });

const withdraw: Step = (history, pick, amount) => {
  const seller = anyOf([...history.sellers], pick);
  if (seller === undefined) return;
  const account = history.accountOf(seller);
  const available = account.status === 'OPEN' ? account.available : 0;
  history.withdraw(seller, cents(available > 200 && amount % 2 === 0 ? available : 200 + amount));
};

const concludeWithdrawal =
  (end: 'SETTLED' | 'FAILED'): Step =>
  (history, pick) => {
    const withdrawal = anyOf(history.withdrawals, pick);
    if (withdrawal) history.concludeWithdrawal(withdrawal.id, withdrawal.seller, end);
  };

/** Each step is drawn equally often; purchases stand here three times, so that other steps have payments. */
const steps: readonly Step[] = [
  purchase,
  purchase,
  purchase,
  withPayment((history, id) => history.report(id, 'APPROVED')),
  withPayment((history, id) => history.report(id, 'REJECTED')),
  withPayment((history, id) => history.report(id, 'CANCELED')),
  withPayment((history, id) => history.report(id, 'CHARGEBACK')),
  withPayment((history, id) => history.report(id, 'REFUNDED')),
  withPayment((history, id) => history.report(id, 'APPROVED', { amount: cents(1) })),
  withPayment((history, id) => history.report(id, 'APPROVED', { transactionId: `twin-${id}` })),
  withPayment((history, id) => history.report(id, 'REFUNDED', { transactionId: `twin-${id}` })),
  withPayment((history, id) => history.leaveUnresolved(id)),
  refund('SETTLED'),
  refund('FAILED'),
  refund(undefined),
  (history) => history.wait(3_600),
  (history, pick) => history.wait((1 + (pick % 40)) * 86_400),
  (history) => {
    for (const seller of history.sellers) history.release(seller);
  },
  withdraw,
  concludeWithdrawal('SETTLED'),
  concludeWithdrawal('FAILED'),
];

export const randomHistory = (
  { maxLength }: { readonly maxLength: number } = { maxLength: 120 },
): fc.Arbitrary<History> =>
  fc
    .array(fc.tuple(fc.nat(steps.length - 1), fc.nat(1_000), fc.nat(20_000)), {
      minLength: maxLength / 4,
      maxLength,
    })
    .map((choices) => {
      const history = new History();
      for (const [step, pick, amount] of choices) steps[step]?.(history, pick, amount);
      return history;
    });
