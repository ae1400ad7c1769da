import type { RedactedDelivery } from '#/api/webhooks/redact-notice.ts';
import { rowsBeyond, NoticeRows, type Row } from '#/api/webhooks/store/memory/notice-rows.ts';
import { ABOUT_MONEY, claimsOf, type Claim } from './claims.ts';
import {
  KEPT_DAYS,
  RETRIED,
  SHOWN_ATTEMPTS,
  UNKNOWN_TRANSACTION_SECONDS,
  UNPROVED_OF_A_TARGET,
  UNPROVED_TARGETS,
  UNREAD_OF_AN_ACCOUNT,
} from './limits.ts';
import type {
  AskedNotices,
  StoreResult,
  NoticeEnd,
  NoticeFilter,
  NoticeStore,
  RecognisedNotice,
  Sender,
  UnreadEnd,
} from './notice-store.ts';
import { createShares, type AccountAt } from './shares.ts';

const DAY_MS = 86_400_000;

interface IncomingDelivery {
  readonly sender: Sender;
  readonly delivery: RedactedDelivery;
  readonly takes: boolean;
}

/** Schedules a read-back of each target, or leases the only one if it is new. */
const scheduleAll = (
  { targets }: NoticeRows,
  at: AccountAt,
  claims: readonly Claim[],
  { sender: { isProved }, takes }: IncomingDelivery,
) =>
  [...Map.groupBy(claims, ({ type, reference }) => `${type} ${reference}`).values()].map(
    (alike) => {
      const first = alike.find(({ orderId }) => orderId !== null) ?? alike[0];
      if (first === undefined) throw new Error('a group has a notice');
      const { type, reference, orderId, isKnown } = first;
      const isGenuine = isProved || isKnown;
      return targets.want(
        { ...at, type, reference },
        {
          isProved,
          isGenuine,
          delaySeconds: isGenuine || orderId !== null ? 0 : UNKNOWN_TRANSACTION_SECONDS,
          takes: takes && isGenuine && claims.length === 1,
        },
      );
    },
  );

const store = (
  rows: NoticeRows,
  recognised: readonly RecognisedNotice[],
  delivered: IncomingDelivery,
): StoreResult => {
  const { sender, delivery } = delivered;
  const { provider, platformId, isAuthentic, formerAccount = null, isProved } = sender;
  const at = { provider, account: platformId ?? '' };
  const claims = claimsOf(at, recognised);
  const scheduled = scheduleAll(rows, at, claims, delivered);
  let kept = 0;
  for (const { isKnown: _, ...claim } of claims) {
    const storedRow = rows.find(claim.noticeId);
    if (!storedRow) kept += 1;
    const row =
      storedRow ??
      rows.add(
        {
          ...claim,
          provider,
          platformId,
          isAuthentic,
          formerAccount,
          isProved,
          outcome: 'RECEIVED',
        },
        delivery,
      );
    const { type, reference } = row.notice;
    const target = rows.targets.find({ ...at, type, reference: reference ?? '' });
    if (!target) continue;
    if (storedRow) rows.repeat(row);
    rows.wait(row, target.targetId);
    raise(row, sender, claim);
  }
  const oldTargets = scheduled.filter(({ isNew }) => !isNew).map(({ target }) => target.targetId);
  const dropped = isProved
    ? 0
    : (oldTargets.length < scheduled.length
        ? rows.dropOf(rows.targets.dropUnproved(UNPROVED_TARGETS.ofAnAccount, at))
        : 0) + dropUnprovedOf(rows, oldTargets);
  const due = scheduled.flatMap(({ target: { dueAt } }) => (dueAt === null ? [] : [dueAt]));
  const [leased] = scheduled.filter(({ isNew, target }) => isNew && target.leaseNumber === 1);
  return {
    kept,
    dueInMs: due.length === 0 ? null : Math.min(...due) - rows.now(),
    dropped,
    leased: leased && rows.leasedTarget(leased.target),
  };
};

/** A sender who proves more than the earlier ones replaces the order and payment that they named: the notice's id does not cover those. */
const raise = (
  row: Row,
  { isAuthentic, isProved }: Sender,
  { orderId, paymentId }: Pick<Claim, 'orderId' | 'paymentId'>,
): void => {
  const { notice } = row;
  if (isProved <= notice.isProved && isAuthentic <= notice.isAuthentic) return;
  row.notice = {
    ...notice,
    isProved: notice.isProved || isProved,
    isAuthentic: notice.isAuthentic || isAuthentic,
    orderId,
    paymentId: paymentId ?? notice.paymentId,
  };
};

/** Puts the newest waiting notice of each claim about money at the end, as if it were the newest of all, so that it is dropped last. */
const claimsLast = (rows: readonly Row[]): readonly Row[] => {
  const claims = rows.filter(
    ({ isWaiting, notice: { type, status } }) =>
      isWaiting && ABOUT_MONEY[type].some((each) => each === status),
  );
  const newest = new Set(new Map(claims.map((row) => [row.notice.status, row])).values());
  return [...rows.filter((row) => !newest.has(row)), ...newest];
};

const dropUnprovedOf = (rows: NoticeRows, targetIds: readonly string[]): number =>
  rows.drop(
    targetIds.flatMap((targetId) =>
      rowsBeyond(
        claimsLast(rows.ofTarget(targetId).filter(({ notice }) => !notice.isProved)),
        UNPROVED_OF_A_TARGET,
      ),
    ),
  );

const storeUnread = (
  rows: NoticeRows,
  { provider, platformId }: Pick<Sender, 'provider' | 'platformId'>,
  end: UnreadEnd,
  delivery: RedactedDelivery,
): number => {
  rows.add({ provider, platformId, ...end }, delivery);
  const isIgnored = end.outcome === 'IGNORED';
  const alike = rows
    .all()
    .filter(
      ({ notice }) =>
        notice.provider === provider &&
        (notice.platformId ?? '') === (platformId ?? '') &&
        notice.reference === null &&
        (notice.outcome === 'IGNORED') === isIgnored,
    );
  return rows.drop(rowsBeyond(alike, UNREAD_OF_AN_ACCOUNT[isIgnored ? 'ignored' : 'bad']));
};

const isRetried = (outcome: NoticeEnd['outcome']): boolean => RETRIED.includes(outcome);

/**
 * A notice that had an effect stays `APPLIED`. Of a late result, only an effect counts. A result that does not confirm the notice does not
 * replace one recorded beside it that does.
 */
const conclude = (
  rows: NoticeRows,
  row: Row,
  end: NoticeEnd,
  {
    isLate,
    isRepeated,
    isBeside,
  }: { readonly isLate: boolean; readonly isRepeated: boolean; readonly isBeside: boolean },
): void => {
  const { outcome, failure = null } = end;
  const { notice } = row;
  const isOutdone = isBeside && isRetried(outcome) && notice.outcome === 'NO_EFFECT';
  const stays = notice.outcome === 'APPLIED' || isOutdone || (isLate && outcome !== 'APPLIED');
  row.notice = {
    ...notice,
    outcome: stays ? notice.outcome : outcome,
    failure: stays ? notice.failure : failure,
    paymentId: end.paymentId ?? notice.paymentId,
    platformId: end.platformId ?? notice.platformId,
    attempts: notice.attempts + 1,
  };
  if (!isLate) row.isWaiting = isRepeated || isRetried(outcome);
  row.lastAt = rows.now();
  row.attempts.push({ at: new Date(rows.now()).toISOString(), outcome, failure });
};

const concludeAll = (
  rows: NoticeRows,
  ends: ReadonlyMap<string, NoticeEnd>,
  asked: AskedNotices,
): void => {
  const { targets } = rows;
  const isLateLease = 'leaseNumber' in asked && !targets.isCurrent(asked);
  const askedNotices = new Map(asked.notices.map((notice) => [notice.noticeId, notice]));
  for (const [noticeId, end] of ends) {
    const row = rows.find(noticeId);
    if (!row) continue;
    const before = askedNotices.get(noticeId) ?? row.notice;
    const isByStaff = !('leaseNumber' in asked);
    if (isByStaff && end.platformId !== undefined && row.targetId !== null)
      targets.noteAskedByStaff(row.targetId);
    const isBeside = row.notice.attempts > before.attempts;
    conclude(rows, row, end, {
      isLate: isByStaff ? isBeside : isLateLease,
      isBeside,
      isRepeated: row.notice.repeats > before.repeats,
    });
  }
};

const matches = (
  { platformId, outcome, paymentId, before }: NoticeFilter,
  { notice }: Row,
): boolean =>
  notice.platformId === platformId &&
  (outcome === undefined || notice.outcome === outcome) &&
  (paymentId === undefined || notice.paymentId === paymentId) &&
  (before === undefined || Number(notice.sequence) < Number(before));

const openOn = (rows: NoticeRows): NoticeStore => {
  const { targets } = rows;
  const shares = createShares({ wallMs: rows.now, elapsedMs: rows.now });
  return {
    store: async (sender, recognised, delivery, takes = false) => {
      const stored = store(rows, recognised, { sender, delivery, takes });
      const account = { provider: sender.provider, account: sender.platformId ?? '' };
      if (stored.leased) shares.take('genuine', stored.leased, account);
      return stored;
    },
    storeUnread: async (sender, end, delivery) => storeUnread(rows, sender, end, delivery),
    take: async (trust, limit) => {
      const { leases, isMore } = targets.take(trust, limit, shares.busy(trust));
      for (const lease of leases) shares.take(trust, lease, lease);
      return { items: leases.map((lease) => rows.leasedTarget(lease)), isMore };
    },
    conclude: async (ends, asked) => {
      concludeAll(rows, ends, asked);
      if (!('leaseNumber' in asked)) return;
      shares.leave(asked);
      const all = [...ends.values()];
      targets.release(asked, {
        isTriedAgain: all.some(({ outcome }) => isRetried(outcome)),
        isUnanswered: all.every(({ isUnanswered }) => isUnanswered === true),
        isKnown: all.some(({ platformId }) => platformId !== undefined),
        hadEffect: all.some(({ outcome }) => outcome === 'APPLIED'),
      });
    },
    askAgain: async (before) => targets.askAgain(Date.parse(before)),
    maySearch: async ({ paymentId, ...at }) =>
      targets.mayAsk({ ...at, type: 'PAYMENT', reference: paymentId }),
    get: async (noticeId) => {
      const row = rows.find(noticeId);
      return row && rows.show(row);
    },
    deliveryOf: async (noticeId) => rows.find(noticeId)?.delivery ?? null,
    attemptsOf: async (noticeId) => rows.find(noticeId)?.attempts.slice(0, SHOWN_ATTEMPTS) ?? [],
    forgetOld: async () => {
      const before = rows.now() - KEPT_DAYS * DAY_MS;
      const ofTargets = rows.dropOf(targets.dropOld());
      const old = rows.all().filter(({ lastAt }) => lastAt < before);
      return ofTargets + rows.drop(old.filter((row) => !rows.isStillAsked(row)));
    },
    boundUnproved: async () => rows.dropOf(targets.dropUnproved(UNPROVED_TARGETS.inAll)),
    list: async (filter) =>
      rows
        .all()
        .filter((row) => matches(filter, row))
        .toReversed()
        .slice(0, filter.limit)
        .map((row) => rows.show(row)),
    counts: async () => targets.counts(),
  };
};

/** @returns a function that opens a process's store; these stores share the notices */
export const createMemoryNotices = (now: () => number): (() => NoticeStore) => {
  const rows = new NoticeRows(now);
  return () => openOn(rows);
};
