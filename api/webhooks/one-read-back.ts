import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { StoredNotice, NoticeEnd } from '#/api/webhooks/store/notice-store.ts';

/** Most credible first: the record attributes the effect to the first notice. */
const byCredibility = (one: StoredNotice, other: StoredNotice): number =>
  Number(other.isProved) - Number(one.isProved) ||
  Number(other.paymentId !== null) - Number(one.paymentId !== null) ||
  Number(other.sequence) - Number(one.sequence);

/** True if the target was identified as ours. */
const isOfOurs = ({ platformId }: NoticeEnd): boolean => platformId !== undefined;

/** Claims that must not be lost: a charge's money came in or was taken back; a payout's money left or came back. */
const ABOUT_MONEY: Readonly<Record<StoredNotice['type'], readonly PaymentStatus[]>> = {
  TRANSACTION: ['APPROVED', 'REFUNDED', 'CHARGEBACK'],
  WITHDRAW: ['APPROVED', 'REJECTED', 'CANCELED'],
};

/**
 * Returns the result of one notice after a read-back. If the notice claims something about money and the provider's answer does not
 * confirm it, the result is UNCONFIRMED, even if the answer changed something else. The acquirer's books may be slower than its notices,
 * so it is asked again.
 */
export const endOfClaim = (
  { type, status }: Pick<StoredNotice, 'type' | 'status'>,
  end: NoticeEnd,
): NoticeEnd => {
  const claim = ABOUT_MONEY[type].find((each) => each === status);
  const isOpen = claim !== undefined && end.confirmed && !end.confirmed.includes(claim);
  return isOpen ? { ...end, outcome: 'UNCONFIRMED' } : end;
};

/** Key of notices that lead to the same look-up: they name the same payment or none, and are equally authentic. */
const sameLookUp = ({ orderId, isAuthentic }: StoredNotice): string => `${isAuthentic} ${orderId}`;

/**
 * Reads back once for all notices about one target, and returns their results. If the first read-back does not identify the target as
 * ours, reads back for each further group of notices (`sameLookUp`), until one does.
 * @param apply reads back on behalf of one notice
 */
export const readBackOnce = async (
  notices: readonly StoredNotice[],
  apply: (notice: StoredNotice) => Promise<NoticeEnd>,
): Promise<ReadonlyMap<string, NoticeEnd>> => {
  const ends = new Map<string, NoticeEnd>();
  for (const [, alike] of Map.groupBy(notices.toSorted(byCredibility), sameLookUp)) {
    const [first] = alike;
    if (!first) continue;
    const end = await apply(first);
    if (isOfOurs(end)) {
      const others = { ...end, outcome: end.outcome === 'APPLIED' ? 'NO_EFFECT' : end.outcome };
      return new Map(
        notices.map((notice) => [
          notice.noticeId,
          endOfClaim(notice, notice === first ? end : others),
        ]),
      );
    }
    for (const { noticeId } of alike) ends.set(noticeId, end);
  }
  return ends;
};
