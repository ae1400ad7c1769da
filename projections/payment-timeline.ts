import type { EventType } from '#/domain/aggregates/events.ts';
import type { Cents } from '#/domain/values/money.ts';
import { DIFFERENCE_CAUSES } from '#/domain/payment/investigation.ts';
import type { Proposal } from '#/domain/investigation/events.ts';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { RecordedEvent } from '#/ledger/codec.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { rowsOf, type Queryable } from './engine/define/query.ts';
import { viewOf } from './engine/define/table-sql.ts';
import { json, keyed, text } from './engine/define/table.ts';

/** One event of a payment, of its refund, or of the seller's account. */
export interface TimelineEntry {
  readonly type: EventType;
  readonly at: Timestamp;
  readonly actor: string;
  readonly amount?: Cents;
  /** The payment's new status, or the one that the acquirer stated. */
  readonly status?: PaymentStatus;
  /** Text of the person who asked for a refund or decided a question. */
  readonly note?: string;
  /** Why a step failed or staff must decide: a code or the acquirer's text. */
  readonly cause?: string;
  /** Explanation to show (acquirers.120, acquirers.126). */
  readonly text?: string;
  /** An id that the acquirer or staff gave. */
  readonly reference?: string;
  readonly position: string;
}

export const paymentTimelineTable = keyed({
  name: 'payment_timeline',
  columns: { paymentId: text, platformId: text, entries: json<readonly TimelineEntry[]>() },
  key: ['paymentId'],
});

const tables = { timeline: paymentTimelineTable };

type EntryPart = Pick<TimelineEntry, 'amount' | 'status' | 'note' | 'cause' | 'text' | 'reference'>;
type Entry = Extract<RecordedEvent, { readonly data: { readonly at: string } }>;

const addEntry = (
  rows: RowsOf<typeof tables>,
  paymentId: string,
  { type, data, meta, position }: Entry,
  explanation: EntryPart,
): void => {
  const entry = { type, at: data.at, actor: meta.actor, ...explanation, position };
  const earlier = type === 'PaymentRequested' ? undefined : rows.timeline.get(paymentId);
  const entries = earlier === undefined ? [entry] : [...earlier.entries, entry];
  rows.timeline.put({ paymentId, platformId: meta.platform, entries });
};

const reasonOf = ({
  cause,
  text: explanation,
}: {
  readonly cause: string;
  readonly text?: string | undefined;
}): EntryPart => ({ cause, ...(explanation !== undefined && { text: explanation }) });

/** What a member of staff wrote about an open question. */
const evidenceOf = ({
  amount,
  evidence: note,
  reference,
}: Pick<Proposal, 'amount' | 'evidence' | 'reference'>): EntryPart => ({
  ...(amount !== null && { amount }),
  note,
  ...(reference !== null && { reference }),
});

export const paymentTimeline = defineProjection({
  name: 'payment-timeline',
  version: 5,
  tables,
  keys: (event, { timeline }) => {
    if (event.type === 'PaymentRequested') timeline.creates(event.aggregateId);
    else timeline.reads(('paymentId' in event.data && event.data.paymentId) || event.aggregateId);
  },
  on: {
    PaymentRequested: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { amount: event.data.amount, status: 'PENDING' }),
    PaymentRerouted: (event, rows) =>
      addEntry(rows, event.aggregateId, event, reasonOf(event.data)),
    PaymentSubmitted: (event, rows) => addEntry(rows, event.aggregateId, event, {}),
    PaymentBilletPdfKept: (event, rows) => addEntry(rows, event.aggregateId, event, {}),
    PaymentBilletPdfFailed: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { cause: event.data.failure }),
    PaymentSubmissionUnanswered: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { cause: event.data.failure }),
    PaymentApproved: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { amount: event.data.amount, status: 'APPROVED' }),
    PaymentRejected: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { status: 'REJECTED', ...reasonOf(event.data) }),
    PaymentCanceled: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { status: 'CANCELED', cause: event.data.cause }),
    PaymentRefundRequested: (event, rows) => {
      const { amount, note } = event.data;
      addEntry(rows, event.aggregateId, event, { amount, note });
    },
    PaymentRefundUncovered: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { amount: event.data.amount }),
    PaymentRefundOverdrawn: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { amount: event.data.amount }),
    PaymentRefundFailed: (event, rows) => {
      const { amount } = event.data;
      addEntry(rows, event.aggregateId, event, { amount, ...reasonOf(event.data) });
    },
    PaymentRefundMatched: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { amount: event.data.amount }),
    PaymentRefunded: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { amount: event.data.amount, status: 'REFUNDED' }),
    PaymentChargedBack: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { amount: event.data.amount, status: 'CHARGEBACK' }),
    PaymentMismatchFound: (event, rows) => {
      const { said, status, differs } = event.data;
      const [first = 'TRANSACTION'] = differs;
      addEntry(rows, event.aggregateId, event, {
        ...(said.amount !== null && { amount: said.amount }),
        status,
        cause: DIFFERENCE_CAUSES[first],
        reference: said.transactionId,
      });
    },
    PaymentLeftUnresolved: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { cause: event.data.cause }),
    PaymentNoticeRefused: (event, rows) => {
      const { status, noticeId } = event.data;
      addEntry(rows, event.aggregateId, event, { status, reference: noticeId });
    },
    PaymentResolutionProposed: (event, rows) =>
      addEntry(rows, event.aggregateId, event, evidenceOf(event.data)),
    PaymentResolutionRejected: (event, rows) =>
      addEntry(rows, event.aggregateId, event, { note: event.data.reason }),
    PaymentResolved: (event, rows) =>
      addEntry(rows, event.aggregateId, event, evidenceOf(event.data)),
    RefundLeftUnresolved: (event, rows) => {
      const { amount, cause, paymentId } = event.data;
      addEntry(rows, paymentId, event, { amount, cause });
    },
    RefundContradicted: (event, rows) => {
      const { amount, providerRefundId: reference, paymentId } = event.data;
      addEntry(rows, paymentId, event, { amount, ...(reference !== undefined && { reference }) });
    },
    RefundResolutionProposed: (event, rows) =>
      addEntry(rows, event.data.paymentId, event, evidenceOf(event.data)),
    RefundResolutionRejected: (event, rows) =>
      addEntry(rows, event.data.paymentId, event, { note: event.data.reason }),
    RefundResolved: (event, rows) =>
      addEntry(rows, event.data.paymentId, event, evidenceOf(event.data)),
    RefundRequested: (event, rows) =>
      addEntry(rows, event.data.paymentId, event, { amount: event.data.amount }),
    RefundSettled: (event, rows) =>
      addEntry(rows, event.data.paymentId, event, { reference: event.data.providerRefundId }),
    RefundFailed: (event, rows) =>
      addEntry(rows, event.data.paymentId, event, reasonOf(event.data)),
    RefundUnanswered: (event, rows) => {
      const { paymentId, failure: cause, text: explanation } = event.data;
      if (paymentId) addEntry(rows, paymentId, event, reasonOf({ cause, text: explanation }));
    },
    ReceivablesBooked: (event, rows) =>
      addEntry(rows, event.data.paymentId, event, { amount: event.data.parts.net }),
    ReceivablesReversed: (event, rows) =>
      addEntry(rows, event.data.paymentId, event, { amount: event.data.parts.net }),
  },
});

/** Returns an empty list for an unknown payment. */
export const getPaymentTimeline = async (
  reader: Queryable,
  paymentId: string,
): Promise<readonly TimelineEntry[]> => {
  const from = `SELECT entries FROM ${viewOf(paymentTimelineTable)}`;
  const [row] = await rowsOf<{ entries: readonly TimelineEntry[] }>(
    reader,
    `${from} WHERE payment_id = $1`,
    [paymentId],
  );
  return row?.entries ?? [];
};
