import {
  NOT_INVESTIGATED,
  waitsSince,
  type Investigation,
} from '#/domain/investigation/investigation.ts';
import { accountPart } from '#/domain/acquiring/call-attempt.ts';
import { readEndToEndId } from '#/domain/brazil/end-to-end-id.ts';
import { add, ZERO, type Cents } from '#/domain/values/money.ts';
import { investigationAfter } from '#/domain/payment/investigation.ts';
import { makesItPay } from '#/domain/payment/receipts/receipts.ts';
import { isPaidStatus } from '#/domain/payment/receipts/stated-money.ts';
import { listProvidersOfLost, submissionAfterReroute } from '#/domain/payment/reroute.ts';
import type { PaymentEvent } from '#/domain/payment/state.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import { inBatches } from '#/ledger/concurrency/in-batches.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { rowsOf, type Queryable } from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  amount,
  json,
  keyed,
  log,
  nullable,
  text,
  time,
  boolean,
  enumText,
  type RowOf,
} from './engine/define/table.ts';

/** A payment's ids at its provider, and whether its outcome is still awaited. */
export const providerReferenceTable = keyed({
  name: 'provider_reference',
  columns: {
    paymentId: text,
    platformId: text,
    provider: text,
    /** Our account there; empty = not known. */
    merchantAccount: text,
    /** Where else the payment may have a charge, or money of it came in: `<acquirer>:<our account>`, or the acquirer alone. */
    alsoAt: json<readonly string[]>(),
    transactionId: nullable(text),
    /** The central bank's id of a PIX; known once it is paid. */
    endToEndId: nullable(text),
    /** The end-to-end id in normal form; null if there is none. */
    transfer: nullable(text),
    method: enumText<PaymentMethod>(),
    submission: enumText<'AWAITED' | 'UNANSWERED' | 'ANSWERED'>(),
    /** Whether to ask the provider for the outcome: the payment is PENDING and not left to staff. */
    open: boolean,
    /** Money that the payment's transactions brought in and that belongs to no sale. */
    unapplied: amount,
    /** Since when the oldest open question about the payment waits for staff. */
    waitsSince: nullable(time),
    /** What staff must decide about the payment, have proposed or have decided. Null = nothing was ever left to them. */
    investigation: nullable(json<Investigation>()),
    requestedAt: time,
    expiresAt: nullable(time),
  },
  key: ['paymentId'],
  indexes: [
    // Not unique: a provider that uses an id twice must not stop the projection.
    { columns: ['transactionId', 'provider'] },
    { columns: ['endToEndId'], where: 'end_to_end_id IS NOT NULL' },
    { columns: ['transfer'], where: 'transfer IS NOT NULL' },
    { columns: ['requestedAt', 'paymentId'], where: 'open' },
    { columns: ['waitsSince'], where: 'waits_since IS NOT NULL' },
  ],
});

/** Charges that a payment has left, or whose money does not fit it. A notice about one may name the transaction alone. */
export const formerChargeTable = log({
  name: 'former_charge',
  columns: { eventId: text, paymentId: text, provider: text, transactionId: text },
  key: ['eventId'],
  indexes: [{ columns: ['transactionId', 'provider'] }],
});

const tables = { reference: providerReferenceTable, former: formerChargeTable };

export type ProviderReferenceRow = RowOf<typeof providerReferenceTable>;

type Rows = RowsOf<typeof tables>;

type OfPayment = PaymentEvent & { readonly aggregateId: string };

const rowOf = (rows: Rows, { aggregateId }: OfPayment): ProviderReferenceRow => {
  const row = rows.reference.get(aggregateId);
  if (row === undefined)
    throw new Error(`payment ${aggregateId} continues before it was requested`);
  return row;
};

const change = (rows: Rows, event: OfPayment, changes: Partial<ProviderReferenceRow> = {}) => {
  const row = rowOf(rows, event);
  const before = row.investigation ?? NOT_INVESTIGATED;
  const investigation = investigationAfter(before, event);
  const waiting =
    investigation === before ? {} : { investigation, waitsSince: waitsSince(investigation) };
  rows.reference.put({ ...row, ...changes, ...waiting });
};

const alsoAtWith = (
  { alsoAt }: ProviderReferenceRow,
  {
    provider,
    merchantAccount,
  }: { readonly provider: string; readonly merchantAccount?: string | undefined },
): readonly string[] => [
  ...new Set([...alsoAt, merchantAccount ? `${provider}:${merchantAccount}` : provider]),
];

/** Records a further transaction of the payment, unless it is the one in the payment's row. */
const recordFurther = (
  rows: Rows,
  event: OfPayment & { readonly id: string },
  { provider, transactionId }: { readonly provider: string; readonly transactionId: string | null },
): void => {
  const { id: eventId, aggregateId: paymentId } = event;
  const row = rowOf(rows, event);
  const isInRow = provider === row.provider && transactionId === row.transactionId;
  if (transactionId !== null && !isInRow)
    rows.former.append({ eventId, paymentId, provider, transactionId });
};

/** A negative amount subtracts. */
const changeUnapplied = (rows: Rows, event: OfPayment, by: Cents): void =>
  change(rows, event, { unapplied: add(rowOf(rows, event).unapplied, by) });

export const providerReference = defineProjection({
  name: 'provider-reference',
  version: 13,
  tables,
  keys: ({ type, aggregateId }, { reference }) => {
    if (type === 'PaymentRequested') reference.creates(aggregateId);
    else reference.reads(aggregateId);
  },
  on: {
    PaymentRequested: ({ aggregateId, data }, rows) =>
      rows.reference.put({
        paymentId: aggregateId,
        platformId: data.platformId,
        provider: data.provider,
        merchantAccount: '',
        alsoAt: listProvidersOfLost(data),
        transactionId: null,
        endToEndId: null,
        transfer: null,
        method: data.method,
        submission: 'AWAITED',
        open: true,
        unapplied: ZERO,
        waitsSince: null,
        investigation: null,
        requestedAt: data.at,
        expiresAt: data.expiresAt,
      }),
    PaymentRerouted: (event, rows) => {
      const row = rowOf(rows, event);
      const submission = submissionAfterReroute(row.submission);
      const { to: provider, merchantAccount = '' } = event.data;
      const moved = { provider, merchantAccount, transactionId: null, submission };
      const alsoAt = row.transactionId === null ? {} : { alsoAt: alsoAtWith(row, row) };
      change(rows, event, { ...moved, ...alsoAt });
      recordFurther(rows, event, row);
    },
    PaymentSubmitted: (event, rows) => {
      const { transactionId, expiresAt } = event.data;
      change(rows, event, { transactionId, expiresAt, submission: 'ANSWERED' });
    },
    PaymentSubmissionUnanswered: (event, rows) => change(rows, event, { submission: 'UNANSWERED' }),
    ChargeAttempted: (event, rows) => change(rows, event, { ...accountPart(event.data) }),
    CaptureAttempted: (event, rows) => change(rows, event),
    PaymentApproved: (event, rows) => {
      const { endToEndId } = event.data;
      const transfer = endToEndId === null ? null : (readEndToEndId(endToEndId) ?? null);
      change(rows, event, { endToEndId, transfer, open: false });
    },
    PaymentRejected: (event, rows) => change(rows, event, { open: false }),
    PaymentCanceled: (event, rows) => change(rows, event, { open: false }),
    PaymentMismatchFound: (event, rows) => {
      const row = rowOf(rows, event);
      const { change: difference, status, asked, said, provider, unapplied: ofThis } = event.data;
      // The answer may be about another payment's transaction.
      if (ofThis !== 0 || said.orderId === event.aggregateId)
        recordFurther(rows, event, { provider, transactionId: said.transactionId });
      const isItsTransaction = (asked.transactionId ?? said.transactionId) === said.transactionId;
      const isEnded = isItsTransaction && provider === row.provider && isPaidStatus(status);
      const unapplied = add(row.unapplied, difference);
      const alsoAt = alsoAtWith(row, event.data);
      change(rows, event, { unapplied, open: row.open && !isEnded, alsoAt });
    },
    PaymentLeftUnresolved: (event, rows) => change(rows, event, { open: false }),
    PaymentNoticeRefused: (event, rows) => {
      const { contested } = event.data;
      changeUnapplied(rows, event, contested?.change ?? contested?.unapplied ?? ZERO);
    },
    PaymentRefundUncovered: (event, rows) => change(rows, event),
    PaymentRefundOverdrawn: (event, rows) => change(rows, event),
    PaymentRefundFailed: (event, rows) => change(rows, event),
    PaymentRefundMatched: (event, rows) => change(rows, event),
    PaymentRefunded: (event, rows) => changeUnapplied(rows, event, event.data.unapplied ?? ZERO),
    PaymentChargedBack: (event, rows) => changeUnapplied(rows, event, event.data.unapplied ?? ZERO),
    PaymentResolutionProposed: (event, rows) => change(rows, event),
    PaymentResolutionRejected: (event, rows) => change(rows, event),
    PaymentResolved: (event, rows) => {
      const { provider, merchantAccount = '', transactionId } = event.data;
      const row = rowOf(rows, event);
      const unapplied = add(row.unapplied, event.data.unapplied);
      const isMoved = transactionId !== null && makesItPay(event.data);
      const moved = { provider, merchantAccount, transactionId, alsoAt: alsoAtWith(row, row) };
      change(rows, event, { unapplied, ...(isMoved && moved) });
      // Once the payment's row has the transaction that pays, the one before is a further one.
      recordFurther(rows, event, row);
    },
  },
});

const REFERENCES = `SELECT ${selection(providerReferenceTable)} FROM ${viewOf(providerReferenceTable)}`;

/** A transaction in a platform's account at a provider. */
export interface TransactionName {
  readonly provider: string;
  /** Null if all platforms share one account. */
  readonly platformId: string | null;
  readonly transactionId: string;
}

const NAMED_BY = [formerChargeTable, providerReferenceTable]
  .map(
    (table, rank) =>
      `SELECT transaction_id, payment_id, ${rank} AS rank FROM ${viewOf(table)} WHERE transaction_id = ANY($1) AND provider = $2`,
  )
  .join(' UNION ALL ');

/**
 * Finds payments by transaction id: that of the charge or, unless it is another payment's charge, that of a former charge or of money that
 * did not fit. If the provider used an id twice, the latest payment is found.
 */
export const findByTransactions = async (
  reader: Queryable,
  {
    provider,
    platformId,
    transactionIds,
  }: Omit<TransactionName, 'transactionId'> & { readonly transactionIds: readonly string[] },
): Promise<ReadonlyMap<string, ProviderReferenceRow>> => {
  const rows = await rowsOf<ProviderReferenceRow & { readonly namedBy: string }>(
    reader,
    `SELECT named.transaction_id AS "namedBy", it.* FROM (${NAMED_BY}) named
      JOIN (${REFERENCES}) it ON it."paymentId" = named.payment_id
      WHERE $3 = '' OR it."platformId" = $3 ORDER BY named.rank, it."requestedAt"`,
    [transactionIds, provider, platformId ?? ''],
  );
  return new Map(rows.map(({ namedBy, ...row }) => [namedBy, row]));
};

/** Finds the payment that a transfer paid, by the end-to-end id. Calls made at the same time share a query. */
export const paidByTransferIn = (
  reader: Queryable,
): ((transfer: string) => Promise<string | undefined>) =>
  inBatches({
    width: 2,
    most: 200,
    run: async (transfers: readonly string[]) => {
      const rows = await rowsOf<{ transfer: string; paymentId: string }>(
        reader,
        `SELECT DISTINCT ON (transfer) transfer, payment_id AS "paymentId" FROM ${viewOf(providerReferenceTable)}
          WHERE transfer = ANY($1) ORDER BY transfer, requested_at, payment_id`,
        [transfers],
      );
      const byTransfer = new Map(rows.map(({ transfer, paymentId }) => [transfer, paymentId]));
      return transfers.map((transfer) => byTransfer.get(transfer));
    },
  });

/** Of all platforms, latest first. */
export const listLatestOpenPayments = (
  reader: Queryable,
  { limit }: { readonly limit: number },
): Promise<readonly ProviderReferenceRow[]> =>
  rowsOf<ProviderReferenceRow>(
    reader,
    `${REFERENCES} WHERE open ORDER BY requested_at DESC, payment_id DESC LIMIT $1`,
    [limit],
  );

/** Of all platforms, oldest first, beginning after a given row. */
export const openPaymentsAfter = (
  reader: Queryable,
  after: Pick<ProviderReferenceRow, 'requestedAt' | 'paymentId'>,
  { limit }: { readonly limit: number },
): Promise<readonly ProviderReferenceRow[]> =>
  rowsOf<ProviderReferenceRow>(
    reader,
    `${REFERENCES} WHERE open AND (requested_at, payment_id) > ($1, $2)
      ORDER BY requested_at, payment_id LIMIT $3`,
    [after.requestedAt, after.paymentId, limit],
  );
