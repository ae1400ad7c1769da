import type { Notice } from '#/api/contract/admin.ts';
import { Rejected } from '#/api/problem.ts';
import type { ProceduresOf } from '#/api/procedure.ts';
import type { KeptNotice } from '#/api/webhooks/notice-store.ts';

const shown = (notice: KeptNotice): Notice => ({
  noticeId: notice.noticeId,
  provider: notice.provider,
  receivedAt: notice.receivedAt,
  outcome: notice.outcome,
  reference: notice.reference,
  status: notice.status,
  paymentId: notice.paymentId,
  attempts: notice.attempts,
  failure: notice.failure,
});

/** The place of a notice among all, as the store counts them. */
const CURSOR = /^\d{1,18}$/;

type NoticeProcedures = Pick<ProceduresOf<'admin'>, 'admin.listNotices' | 'admin.redeliverNotice'>;

export const noticeProcedures: NoticeProcedures = {
  'admin.listNotices': async ({ outcome, paymentId, cursor, limit }, { caller, parts }) => {
    if (cursor !== undefined && !CURSOR.test(cursor)) throw new Rejected('request/invalid-input');
    const found = await parts.notices.list({
      platformId: caller.platformId,
      limit: limit + 1,
      ...(outcome && { outcome }),
      ...(paymentId !== undefined && { paymentId }),
      ...(cursor !== undefined && { before: cursor }),
    });
    const items = found.slice(0, limit);
    const nextCursor = found.length > limit ? (items.at(-1)?.sequence ?? null) : null;
    return { items: items.map(shown), nextCursor, position: (await parts.core.store.head()) ?? '' };
  },

  'admin.redeliverNotice': async ({ noticeId }, { caller, parts }) => {
    const notice = await parts.notices.redeliver(noticeId, caller.platformId);
    if (!notice) throw new Rejected('resource/not-found');
    return shown(notice);
  },
};
