import { ABOUT_MONEY } from '#/api/webhooks/store/claims.ts';
import type { StoredNotice, NoticeEnd } from '#/api/webhooks/store/notice-store.ts';

/** Most credible first: the first notice gets the credit for an effect. */
const byCredibility = (one: StoredNotice, other: StoredNotice): number =>
  Number(other.isProved) - Number(one.isProved) ||
  Number(other.paymentId !== null) - Number(one.paymentId !== null) ||
  Number(other.sequence) - Number(one.sequence);

/** True if the notice is about a charge or payout of ours: only then its end names a platform. */
const isOfOurs = ({ platformId }: NoticeEnd): boolean => platformId !== undefined;

type Claiming = Pick<StoredNotice, 'type' | 'status' | 'lastReceivedAt' | 'repeats'>;

/** Returns the notice's status if it claims that money moved. */
const claimOf = ({ type, status }: Claiming) => ABOUT_MONEY[type].find((each) => each === status);

/** True if the notices may be about several refunds: a notice that came again may be about a further refund. */
const mayBeSeveralRefunds = (notices: readonly Claiming[]): boolean => {
  const [first, ...others] = notices.filter((each) => claimOf(each) === 'REFUNDED');
  return others.length > 0 || (first !== undefined && first.repeats > 0);
};

/**
 * An unconfirmed claim about money is looked up again: the acquirer's books may be slower than its notices.
 * @param notices all that share the end: an answer that brings a refund does not say which of several notices it confirms
 */
export const endOfClaim = (
  notice: Claiming,
  end: NoticeEnd,
  notices: readonly Claiming[] = [notice],
): NoticeEnd => {
  const { confirmed, confirmsRefundsReceivedUntil: until, bringsRefund = false } = end;
  const claim = claimOf(notice);
  if (claim === undefined || confirmed === undefined) return end;
  const isLimited =
    claim === 'REFUNDED' && until !== undefined && (!bringsRefund || mayBeSeveralRefunds(notices));
  const mayBeFurtherRefund = isLimited && notice.lastReceivedAt > until;
  return mayBeFurtherRefund || !confirmed.includes(claim)
    ? { ...end, outcome: 'UNCONFIRMED' }
    : end;
};

/** Notices with the same key lead to the same look-up. */
const sameLookUp = ({ orderId, isAuthentic, formerAccount }: StoredNotice): string =>
  `${isAuthentic} ${formerAccount} ${orderId}`;

/**
 * Ends the notices about one charge or payout. They are grouped by look-up at the acquirer; the first answer about a charge or payout of
 * ours ends all of them.
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
          endOfClaim(notice, notice === first ? end : others, notices),
        ]),
      );
    }
    for (const { noticeId } of alike) ends.set(noticeId, end);
  }
  return ends;
};
