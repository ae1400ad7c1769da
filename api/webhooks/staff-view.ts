import pLimit from 'p-limit';
import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Notice } from '#/api/contract/notices.ts';
import { Rejected } from '#/api/http/problem.ts';
import { differencesOf } from '#/api/payments/differences.ts';
import type { ShownNotice } from './store/notice-store.ts';

const viewOf = ({ acquirers }: Services, notice: ShownNotice): Notice => ({
  noticeId: notice.noticeId,
  provider: notice.provider,
  providerLabel: acquirers.labelOf(notice.provider),
  receivedAt: notice.receivedAt,
  outcome: notice.outcome,
  reference: notice.reference,
  status: notice.status,
  paymentId: notice.paymentId,
  attempts: notice.attempts,
  failure: notice.failure,
  isStillAsked: notice.isStillAsked,
});

const CURSOR = /^\d{1,18}$/;

/** @throws Rejected `request/invalid-input` */
const placeOf = (cursor: string | undefined) => {
  if (cursor === undefined) return {};
  if (!CURSOR.test(cursor)) throw new Rejected('request/invalid-input');
  return { before: cursor };
};

/** @throws Rejected `resource/not-found` */
const requireFound = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Rejected('resource/not-found');
  return value;
};

/** Expects one row more than a page. */
const pageOf = <Row extends { readonly sequence: string }>(rows: readonly Row[], limit: number) => {
  const items = rows.slice(0, limit);
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.sequence ?? null) : null };
};

const REDELIVERIES_AT_ONCE = 4;

interface StaffCall {
  readonly caller: StaffCaller;
  readonly services: Services;
}

/** @throws Rejected `request/invalid-input` */
export const listNotices = async (
  { outcome, paymentId, cursor, limit }: ParsedInputOf<'admin.listNotices'>,
  { caller, services }: StaffCall,
): Promise<OutputOf<'admin.listNotices'>> => {
  const rows = await services.notices.list({
    platformId: caller.platformId,
    limit: limit + 1,
    ...(outcome && { outcome }),
    ...(paymentId !== undefined && { paymentId }),
    ...placeOf(cursor),
  });
  const { items, nextCursor } = pageOf(rows, limit);
  return {
    items: items.map((notice) => viewOf(services, notice)),
    nextCursor,
    position: (await services.core.store.head()) ?? '',
  };
};

/** @throws Rejected `resource/not-found` */
export const showNotice = async (
  { noticeId }: ParsedInputOf<'admin.getNotice'>,
  { caller, services }: StaffCall,
): Promise<OutputOf<'admin.getNotice'>> => {
  const { notices } = services;
  const { notice, delivery, attempts } = requireFound(
    await notices.get(noticeId, caller.platformId),
  );
  const { type, reference, orderId, status, isAuthentic } = notice;
  return {
    notice: viewOf(services, notice),
    normalized: { type, reference, orderId, status, isAuthentic },
    delivery: delivery && { ...delivery, headerNames: [...delivery.headerNames] },
    attempts: [...attempts],
  };
};

/** Returns what a redelivery would do. @throws Rejected `resource/not-found` */
export const previewNotice = async (
  { noticeId }: ParsedInputOf<'admin.previewNotice'>,
  { caller, services }: StaffCall,
): Promise<OutputOf<'admin.previewNotice'>> => {
  const preview = requireFound(await services.notices.preview(noticeId, caller.platformId));
  const { end, events, before, after, wouldCall } = preview;
  return {
    outcome: end.outcome,
    failure: end.failure ?? null,
    events: events.map(({ type, data }) => ({ type, data: { ...data } })),
    differences: differencesOf(before, after).map(({ path, recorded, derived }) => ({
      path,
      before: recorded,
      after: derived,
    })),
    wouldCall,
  };
};

/** @throws Rejected `resource/not-found` */
export const redeliverNotice = async (
  { noticeId }: ParsedInputOf<'admin.redeliverNotice'>,
  { caller, services }: StaffCall,
): Promise<OutputOf<'admin.redeliverNotice'>> =>
  viewOf(services, requireFound(await services.notices.redeliver(noticeId, caller.platformId)));

/** @throws Rejected `request/invalid-input` */
export const redeliverNotices = async (
  { outcome, cursor, limit }: ParsedInputOf<'admin.redeliverNotices'>,
  { caller, services }: StaffCall,
): Promise<OutputOf<'admin.redeliverNotices'>> => {
  const { platformId } = caller;
  const place = placeOf(cursor);
  const rows = await services.notices.list({ platformId, outcome, limit: limit + 1, ...place });
  const { items, nextCursor } = pageOf(rows, limit);
  let applied = 0;
  await pLimit(REDELIVERIES_AT_ONCE).map(items, async ({ noticeId }) => {
    const notice = await services.notices.redeliver(noticeId, platformId);
    if (notice?.outcome === 'APPLIED') applied += 1;
  });
  return { processed: items.length, applied, nextCursor };
};
