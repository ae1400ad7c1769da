import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import { epochOfRequest } from '#/domain/epoch/epoch.ts';
import { definePolicy } from './policy.ts';

/** Holds the seller's part of a requested refund, opens a `refund`, and reports its outcome to the payment. */
export const carryOutRefund = definePolicy('carry-out-refund', {
  PaymentRefundRequested: ({ aggregateId: paymentId, data, position }, { now, epoch }) => {
    const {
      note: _,
      parts: _parts,
      receivables,
      mayOverdraw = false,
      mayRepeat,
      refundId,
      at,
      ...refund
    } = data;
    if (receivables === undefined) {
      const command = {
        type: 'RequestProviderRefund',
        refund: { ...refund, paymentId, at },
      } as const;
      return [{ to: 'refund', id: refundId, command }];
    }
    // For a request from before the present epoch, the log may have lost an earlier hold, and the acquirer may have made the refund. Then
    // the money is held even if the balance does not cover it. `mayRepeat` is left out: a dishonest client could set it, and overdraw
    // the account.
    const mayBeMade = epochOfRequest(epoch, { position, data: {} }) === null;
    const repeat = mayRepeat && { mayRepeat };
    const hold = { ...refund, refundId, paymentId, receivables, ...repeat, requestedAt: at, now };
    const uncovered = mayBeMade ? 'OVERDRAW' : mayOverdraw ? 'ASK_STAFF' : 'REFUSE';
    const command = { type: 'HoldRefund', ...hold, uncovered } as const;
    return [{ to: 'account', id: refund.sellerId, command }];
  },
  PaymentRefundOverdrawn: ({ aggregateId: paymentId, data }, { now }) => {
    const { at: _, parts: _parts, mayRepeat, ...refund } = data;
    const repeat = mayRepeat && { mayRepeat };
    const hold = { ...refund, ...repeat, paymentId, uncovered: 'DECIDED', now } as const;
    return [{ to: 'account', id: refund.sellerId, command: { type: 'HoldRefund', ...hold } }];
  },
  RefundHeld: ({ data, position }, { epoch }) => {
    const { platformId, receiverId: sellerId, paymentId, provider, transactionId } = data;
    const { refundId, currency, amount, requestedAt, at: heldAt } = data;
    const heldIn = epochOfRequest(epoch, { position, data });
    const owner = {
      platformId,
      sellerId,
      paymentId,
      provider,
      ...accountPart(data),
      transactionId,
    };
    // The log may have lost calls that were made since the request; the hold may be much later.
    const at = requestedAt ?? heldAt;
    const refund = { ...owner, currency, amount, heldIn, at };
    return [{ to: 'refund', id: refundId, command: { type: 'RequestProviderRefund', refund } }];
  },
  RefundHoldRefused: ({ data: { refundId, paymentId, available, asksStaff } }, { now }) => {
    if (asksStaff) {
      const leaving = { type: 'LeaveUncovered', refundId, available, now } as const;
      return [{ to: 'payment', id: paymentId, command: leaving }];
    }
    const command = { type: 'FailRefund', refundId, cause: 'insufficient-balance', now } as const;
    return [{ to: 'payment', id: paymentId, command }];
  },
  // Staff decided about a refund that was made when too little was left of the sale, for example after a chargeback: its hold ends.
  PaymentResolved: ({ data: { matter, platformId, sellerId } }, { now }) => {
    if (!matter.startsWith('refund-')) return [];
    const refundId = matter.slice('refund-'.length);
    const command = { type: 'ReleaseRefundHold', platformId, sellerId, refundId, now } as const;
    return [{ to: 'account', id: sellerId, command }];
  },
  // The seller's part was taken back already, so the hold ends.
  PaymentRefundMatched: ({ data: { platformId, sellerId, refundId } }, { now }) => {
    const command = { type: 'ReleaseRefundHold', platformId, sellerId, refundId, now } as const;
    return [{ to: 'account', id: sellerId, command }];
  },
  PaymentNoticeRefused: ({ data: { missing } }, { now }) =>
    missing === undefined
      ? []
      : [{ to: 'refund', id: missing.refundId, command: { type: 'RecordMissing', now } }],
  RefundSettled: ({ aggregateId: refundId, data: { paymentId, amount } }, { now }) => [
    { to: 'payment', id: paymentId, command: { type: 'SettleRefund', refundId, amount, now } },
  ],
  RefundFailed: ({ aggregateId: refundId, data }, { now }) => {
    const { platformId, sellerId, paymentId, cause, text = null } = data;
    const failing = { type: 'FailRefund', refundId, cause, text, now } as const;
    const failed = { to: 'payment', id: paymentId, command: failing } as const;
    if (platformId === undefined || sellerId === undefined) return [failed];
    const releasing = { type: 'ReleaseRefundHold', platformId, sellerId, refundId, now } as const;
    return [failed, { to: 'account', id: sellerId, command: releasing }];
  },
});
