import { idOf } from '#/domain/values/ids.ts';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import type { Evidence } from './evidence.ts';
import type { Invariant } from './invariant.ts';
import { eventsNamed, findNotOnce } from './recount.ts';

/** References of the requests that the provider neither refused nor failed. */
const listNotFailed = (provider: Evidence['provider'], kind: string): readonly string[] =>
  provider
    .filter((it) => it.kind === kind && it.status !== 'refused' && it.status !== 'failed')
    .map(({ reference }) => reference);

/** A declined refund releases its amount, and moves no other money. */
export const checkRefunds = (
  { events, read, provider }: Evidence,
  load: readonly LoadRecord[],
): Invariant => {
  const declined = eventsNamed(events, 'PaymentRefundFailed').map(({ data }) => data.refundId);
  const leftToStaff = new Set(read.leftToStaff.map(({ id }) => id));
  const isMade = (id: string): boolean => !declined.includes(id) && !leftToStaff.has(id);
  const madeIds = recordsOf(load, 'refund')
    .map(({ refundId }) => refundId)
    .filter(isMade);
  const open = read.refunds.filter(
    ({ refundId, status }) => status === 'PENDING' && !leftToStaff.has(refundId),
  );
  const paidBack = eventsNamed(events, 'PaymentRefunded').map(({ data }) => data.refundId);
  const reversed = eventsNamed(events, 'ReceivablesReversed').map(({ data }) => data.refundId);
  const released = eventsNamed(events, 'RefundHoldReleased').map(({ data }) => data.refundId);
  return {
    name: 'every refund happened once, at the provider, on the payment and on the account, or was declined',
    violations: [
      ...findNotOnce('refund at the provider', madeIds, listNotFailed(provider, 'refund')),
      ...findNotOnce('refund on the payment', madeIds, paidBack),
      ...findNotOnce('refund on the account', madeIds, reversed),
      ...findNotOnce('declined refund', [], declined),
      ...findNotOnce('released hold of refund', declined, released),
      ...[...paidBack, ...reversed]
        .filter((id) => declined.includes(id))
        .map((id) => `refund ${id} was declined, and moved money`),
      ...open.map(({ refundId }) => `refund ${refundId} is still open`),
    ],
  };
};

/** A declined payout gives its amount back to the seller. */
export const checkPayouts = (
  { events, read, provider }: Evidence,
  load: readonly LoadRecord[],
): Invariant => {
  const withdrawals = recordsOf(load, 'withdrawal').map(({ withdrawalId }) => withdrawalId);
  const leftToStaff = new Set(read.leftToStaff.map(({ id }) => id));
  const heldIds = eventsNamed(events, 'WithdrawalHeld').map(({ data }) => data.withdrawalId);
  const paid = eventsNamed(events, 'WithdrawalPaid').map(({ data }) => data.withdrawalId);
  const returned = eventsNamed(events, 'WithdrawalReturned').map(({ data }) => data.withdrawalId);
  const open = read.withdrawals.filter(
    ({ withdrawalId, status }) => status === 'PENDING' && !leftToStaff.has(withdrawalId),
  );
  return {
    name: 'every withdrawal was held once, and then paid out or given back once',
    violations: [
      ...findNotOnce('withdrawal', withdrawals, heldIds),
      ...findNotOnce('payout at the provider', paid, listNotFailed(provider, 'payout')),
      ...findNotOnce(
        'end of withdrawal',
        heldIds.filter((id) => !leftToStaff.has(id)),
        [...paid, ...returned],
      ),
      ...open.map(({ withdrawalId }) => `withdrawal ${withdrawalId} is still open`),
    ],
  };
};

/** No charge, refund or payout is recorded as failed unless the acquirer refused or failed it. */
export const checkNoFalseFailure = ({ events, provider }: Evidence): Invariant => {
  const idsOf = (kind: string): ReadonlySet<string> => new Set(listNotFailed(provider, kind));
  const [charged, refunded, sent] = [idsOf('transaction'), idsOf('refund'), idsOf('payout')];
  const rejected = eventsNamed(events, 'PaymentRejected').map(({ stream }) => idOf(stream));
  const declined = eventsNamed(events, 'RefundFailed').map(({ stream }) => idOf(stream));
  const failed = eventsNamed(events, 'WithdrawalFailed').map(({ stream }) => idOf(stream));
  return {
    name: 'nothing is called failed that the provider has done',
    violations: [
      ...rejected.filter((id) => charged.has(id)).map((id) => `payment ${id} has a charge`),
      ...declined.filter((id) => refunded.has(id)).map((id) => `refund ${id} was made`),
      ...failed.filter((id) => sent.has(id)).map((id) => `withdrawal ${id} has a payout`),
    ],
  };
};
