import { add, cents, subtract, sum } from '#/domain/values/money.ts';
import type { Day } from '#/domain/values/time.ts';
import type { AccountCommand } from './commands.ts';
import { isReleased, sumPendingOn, type Bucket } from './pending-days.ts';
import type { AccountEvent, OpenAccount, RefundHold } from './state.ts';

type Reversal = Extract<AccountCommand, { type: 'ReverseReceivables' }>;
type RefundHolding = Extract<AccountCommand, { type: 'HoldRefund' }>;

/** Divides receivables: pending ones by release day, and the sum of released ones. */
const divideReceivables = (account: OpenAccount, receivables: readonly Bucket[]) => {
  const byDay = new Map<Day, number>();
  for (const { releaseOn, amount } of receivables) {
    if (isReleased(account, releaseOn)) continue;
    byDay.set(releaseOn, (byDay.get(releaseOn) ?? 0) + amount);
  }
  const pending = [...byDay].map(([releaseOn, amount]) => ({ releaseOn, amount: cents(amount) }));
  const total = sum(receivables.map(({ amount }) => amount));
  return { pending, available: subtract(total, sum(pending.map(({ amount }) => amount))) };
};

/** Ends holds of refunds. Money whose release day has come goes back to the available balance, the rest to pending. */
export const releaseHolds = (
  account: OpenAccount,
  { platformId, sellerId: receiverId, now: at }: Pick<Reversal, 'platformId' | 'sellerId' | 'now'>,
  isEnded: (refundId: string, hold: RefundHold) => boolean,
): readonly AccountEvent[] =>
  [...account.refunds]
    .filter(([refundId, hold]) => isEnded(refundId, hold))
    .map(([refundId, { paymentId, pending, available }]) => {
      const released = divideReceivables(account, pending);
      const { currency } = account;
      const owner = { platformId, receiverId, currency, refundId, paymentId, at };
      const money = { pending: released.pending, available: add(available, released.available) };
      return { type: 'RefundHoldReleased', data: { ...owner, ...money } };
    });

/** Whether nothing is left of the payment. Older events do not state `left`. */
const takesAll = (account: OpenAccount, { left, cause, refundId }: Reversal): boolean =>
  left === undefined ? cause === 'CHARGEBACK' || !account.refunds.has(refundId) : left === 0;

/** Takes money back for a refund or a chargeback, and ends the refund's hold. If nothing is left of the payment, all its holds end. */
export const reverse = (account: OpenAccount, command: Reversal): readonly AccountEvent[] => {
  const { type: _, sellerId: receiverId, receivables, left: _left, now: at, ...reversal } = command;
  const isWhole = takesAll(account, command);
  const released = releaseHolds(
    account,
    command,
    (refundId, { paymentId }) =>
      refundId === reversal.refundId || (isWhole && paymentId === reversal.paymentId),
  );
  const { pending, available } = divideReceivables(account, receivables);
  return [
    ...released,
    { type: 'ReceivablesReversed', data: { ...reversal, receiverId, pending, available, at } },
  ];
};

/** If the account does not cover the refund, the hold is refused, unless `uncovered` is OVERDRAW or DECIDED. */
export const holdRefund = (
  account: OpenAccount,
  command: RefundHolding,
): readonly AccountEvent[] => {
  const { type: _, sellerId: receiverId, receivables, uncovered, now: at, ...refund } = command;
  if (account.refunds.has(refund.refundId)) return [];
  const money = divideReceivables(account, receivables);
  const isCovered =
    money.available <= Math.max(0, account.available) &&
    money.pending.every((it) => it.amount <= sumPendingOn(account.pending, it.releaseOn));
  if (isCovered || uncovered === 'OVERDRAW' || uncovered === 'DECIDED') {
    const decided = uncovered === 'DECIDED' && ({ isDecided: true } as const);
    return [{ type: 'RefundHeld', data: { ...refund, receiverId, ...decided, ...money, at } }];
  }
  const { platformId, currency, refundId, paymentId } = refund;
  const { available } = account;
  const asking = uncovered === 'ASK_STAFF' && ({ asksStaff: true } as const);
  const about = { platformId, receiverId, currency, refundId, paymentId };
  return [{ type: 'RefundHoldRefused', data: { ...about, available, ...asking, at } }];
};
