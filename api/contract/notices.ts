import { z } from 'zod';
import { eventType } from '#/domain/aggregates/events.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { instant, mutation, page, paging, query } from './procedure.ts';

export const notice = z.strictObject({
  noticeId: z.string(),
  provider: z.string(),
  /** Display name. */
  providerLabel: z.string(),
  receivedAt: instant,
  outcome: z.enum([
    'RECEIVED',
    'APPLIED',
    'NO_EFFECT',
    /** The acquirer's answer does not confirm the notice. */
    'UNCONFIRMED',
    'DUPLICATE',
    'UNKNOWN_TRANSACTION',
    'UNAUTHORIZED',
    'UNREADABLE',
    'IGNORED',
    'FAILED',
  ]),
  reference: z.string().nullable(),
  status: z.string().nullable(),
  paymentId: aggregateId.nullable(),
  attempts: z.int(),
  failure: z.string().nullable(),
  /** Whether a further question to the acquirer about it is scheduled. */
  isStillAsked: z.boolean(),
});

/** As stored: a value that may be personal or secret is replaced by its kind and length (`[text 12]`). */
const delivery = z.strictObject({
  format: z.enum(['json', 'form', 'other', 'empty']),
  /** Length as received. */
  bytes: z.int(),
  body: z.unknown(),
  /** Whether parts of the body were left out, for size or depth. */
  isCut: z.boolean(),
  contentType: z.string().nullable(),
  userAgent: z.string().nullable(),
  headerNames: z.array(z.string()),
});

const noticeDetail = z.strictObject({
  notice,
  normalized: z.strictObject({
    type: z.enum(['TRANSACTION', 'WITHDRAW']),
    reference: z.string().nullable(),
    /** Our id of the charge; null if the notice does not name it. */
    orderId: z.string().nullable(),
    status: z.string().nullable(),
    /** Whether a proof in the notice shows that it comes from the provider. */
    isAuthentic: z.boolean(),
  }),
  /** Null for notices from before deliveries were stored. */
  delivery: delivery.nullable(),
  /** Oldest first. */
  attempts: z.array(
    z.strictObject({ at: instant, outcome: notice.shape.outcome, failure: z.string().nullable() }),
  ),
});

const noticePreview = z.strictObject({
  outcome: notice.shape.outcome,
  failure: z.string().nullable(),
  events: z.array(z.strictObject({ type: eventType, data: z.record(z.string(), z.unknown()) })),
  /** What the notice would change, by field; `before` or `after` is null where the field is absent. */
  differences: z.array(
    z.strictObject({ path: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
  /** The call at which the dry run stopped, because the call would have effects at the provider; null = it did not stop. */
  wouldCall: z.string().nullable(),
});

const noticeId = z.string().max(400);

export const noticeContract = {
  'admin.listNotices': query(
    "Providers' webhooks as they were received, newest first",
    z.strictObject({
      outcome: notice.shape.outcome.optional(),
      paymentId: aggregateId.optional(),
      ...paging,
    }),
    page(notice),
  ),
  'admin.getNotice': query(
    'A webhook as it came, what was understood of it, and every attempt to process it',
    z.strictObject({ noticeId }),
    noticeDetail,
  ),
  'admin.previewNotice': mutation(
    'What processing a kept webhook now would change; asks the provider and writes nothing',
    z.strictObject({ noticeId }),
    noticePreview,
  ),
  'admin.redeliverNotice': mutation(
    'Processes a kept webhook again',
    z.strictObject({ noticeId }),
    notice,
  ),
  'admin.redeliverNotices': mutation(
    'Processes again the webhooks of an outcome, newest first, some at a time',
    z.strictObject({
      outcome: z.enum(['FAILED', 'UNKNOWN_TRANSACTION']),
      /** From the previous call; absent: the first page. */
      cursor: z.string().max(40).optional(),
      limit: z.int().min(1).max(50).default(20),
    }),
    z.strictObject({
      processed: z.int(),
      applied: z.int(),
      /** Null on the last page. */
      nextCursor: z.string().nullable(),
    }),
  ),
};

export type Notice = z.output<typeof notice>;
export type NoticeDetail = z.output<typeof noticeDetail>;
export type NoticePreview = z.output<typeof noticePreview>;
