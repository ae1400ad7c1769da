import type { PaymentMethod } from '#/domain/ports/charge.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { rowsOf, type Queryable } from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  keyed,
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
    transactionId: nullable(text),
    /** The central bank's id of a PIX; known once it is paid. */
    endToEndId: nullable(text),
    method: enumText<PaymentMethod>(),
    submission: enumText<'AWAITED' | 'UNANSWERED' | 'ANSWERED'>(),
    /** The payment is still PENDING. */
    open: boolean,
    requestedAt: time,
    expiresAt: nullable(time),
  },
  key: ['paymentId'],
  indexes: [
    // Not unique: a provider that uses an id twice must not stop the projection.
    { columns: ['transactionId', 'provider'] },
    { columns: ['endToEndId'], where: 'end_to_end_id IS NOT NULL' },
    { columns: ['requestedAt', 'paymentId'], where: 'open' },
  ],
});

const tables = { reference: providerReferenceTable };

export type ProviderReferenceRow = RowOf<typeof providerReferenceTable>;

const change = (
  rows: RowsOf<typeof tables>,
  { aggregateId }: { readonly aggregateId: string },
  changes: Partial<ProviderReferenceRow>,
): void => {
  const row = rows.reference.get(aggregateId);
  if (row === undefined) throw new Error(`payment ${aggregateId} goes on before it was requested`);
  rows.reference.put({ ...row, ...changes });
};

export const providerReference = defineProjection({
  name: 'provider-reference',
  version: 2,
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
        transactionId: null,
        endToEndId: null,
        method: data.method,
        submission: 'AWAITED',
        open: true,
        requestedAt: data.at,
        expiresAt: data.expiresAt,
      }),
    PaymentRerouted: (event, rows) => change(rows, event, { provider: event.data.to }),
    PaymentSubmitted: (event, rows) => {
      const { transactionId, expiresAt } = event.data;
      change(rows, event, { transactionId, expiresAt, submission: 'ANSWERED' });
    },
    PaymentSubmissionUnanswered: (event, rows) => change(rows, event, { submission: 'UNANSWERED' }),
    PaymentApproved: (event, rows) =>
      change(rows, event, { open: false, endToEndId: event.data.endToEndId }),
    PaymentRejected: (event, rows) => change(rows, event, { open: false }),
    PaymentCanceled: (event, rows) => change(rows, event, { open: false }),
  },
});

const REFERENCES = `SELECT ${selection(providerReferenceTable)} FROM ${viewOf(providerReferenceTable)}`;

/** Identifies a transaction in a platform's account at a provider. */
export interface TransactionName {
  readonly provider: string;
  /** Null if all platforms share one account. */
  readonly platformId: string | null;
  readonly transactionId: string;
}

/** Returns the payment that a provider's notice is about; the latest, if the provider used an id twice. */
export const findByTransaction = async (
  reader: Queryable,
  { provider, platformId, transactionId }: TransactionName,
): Promise<ProviderReferenceRow | undefined> => {
  const found = await findByTransactions(reader, {
    provider,
    platformId,
    transactionIds: [transactionId],
  });
  return found.get(transactionId);
};

/** The same for many transactions, by transaction id. */
export const findByTransactions = async (
  reader: Queryable,
  {
    provider,
    platformId,
    transactionIds,
  }: Omit<TransactionName, 'transactionId'> & { readonly transactionIds: readonly string[] },
): Promise<ReadonlyMap<string | null, ProviderReferenceRow>> => {
  const rows = await rowsOf<ProviderReferenceRow>(
    reader,
    `${REFERENCES} WHERE transaction_id = ANY($1) AND provider = $2
      AND ($3 = '' OR platform_id = $3) ORDER BY requested_at`,
    [transactionIds, provider, platformId ?? ''],
  );
  return new Map(rows.map((row) => [row.transactionId, row]));
};

/** Payments of all platforms whose outcome is still awaited, latest first. */
export const latestOpenPayments = (
  reader: Queryable,
  { limit }: { readonly limit: number },
): Promise<readonly ProviderReferenceRow[]> =>
  rowsOf<ProviderReferenceRow>(
    reader,
    `${REFERENCES} WHERE open ORDER BY requested_at DESC, payment_id DESC LIMIT $1`,
    [limit],
  );

/** A page of the same payments, oldest first, from after a given row. */
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
