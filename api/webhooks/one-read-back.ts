import type { KeptNotice, NoticeEnd } from './kept-notice.ts';

/** The most credible first, so that what follows is put on record as its doing. */
const byCredibility = (one: KeptNotice, other: KeptNotice): number =>
  Number(other.isProved) - Number(one.isProved) ||
  Number(other.paymentId !== null) - Number(one.paymentId !== null) ||
  Number(other.sequence) - Number(one.sequence);

/** It was found out whose it is. */
const isOfOurs = ({ platformId }: NoticeEnd): boolean => platformId !== undefined;

/** Notices that lead to the same look-up: they name the same payment, or none. */
const sameLookUp = ({ orderId, isAuthentic }: KeptNotice): string => `${isAuthentic} ${orderId}`;

/**
 * How notices about one subject ended: one read-back is for all of them. While nobody knows whose it is, each payment that
 * they name is looked at. @param apply reads back because of one notice
 */
export const readBackOnce = async (
  notices: readonly KeptNotice[],
  apply: (notice: KeptNotice) => Promise<NoticeEnd>,
): Promise<ReadonlyMap<string, NoticeEnd>> => {
  const ends = new Map<string, NoticeEnd>();
  for (const [, alike] of Map.groupBy(notices.toSorted(byCredibility), sameLookUp)) {
    const [first] = alike;
    if (!first) continue;
    const end = await apply(first);
    if (isOfOurs(end)) {
      const others = { ...end, outcome: end.outcome === 'APPLIED' ? 'NO_EFFECT' : end.outcome };
      return new Map(
        notices.map(({ noticeId }) => [noticeId, noticeId === first.noticeId ? end : others]),
      );
    }
    for (const { noticeId } of alike) ends.set(noticeId, end);
  }
  return ends;
};
