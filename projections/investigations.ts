import type { Investigation } from '#/domain/investigation/investigation.ts';
import { ZERO, type Cents } from '#/domain/values/money.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { sql } from '#/ledger/database/sql.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import {
  all,
  equal,
  rowsOf,
  type Filter,
  type Query,
  type Queryable,
} from './engine/define/query.ts';
import { viewOf } from './engine/define/table-sql.ts';
import { providerReferenceTable } from './provider-reference.ts';
import { receiverRegistrationTable } from './receivers/receivers.ts';
import { refundTable } from './refunds.ts';
import { saleTable } from './sales.ts';
import { withdrawalTable } from './withdrawals.ts';

/** The read models that know which open questions wait for staff. */
export const investigated = ['provider-reference', 'refunds', 'withdrawals', 'receivers', 'sales'];

export const investigationKinds = ['PAYMENT', 'REFUND', 'WITHDRAWAL', 'REGISTRATION'] as const;

export type InvestigationKind = (typeof investigationKinds)[number];

/** A payment, refund, withdrawal or registration with an open question for staff. */
export interface WaitingRow {
  readonly kind: InvestigationKind;
  readonly id: string;
  /** Null for a withdrawal or registration. */
  readonly paymentId: string | null;
  readonly sellerId: string;
  readonly provider: string;
  /** The amount that was requested from the acquirer; a registration has none. */
  readonly amount: Cents | null;
  readonly currency: string | null;
  readonly since: Timestamp;
  readonly investigation: Investigation;
  readonly [column: string]: unknown;
}

const PAYMENTS = `
  SELECT 'PAYMENT' AS kind, r.payment_id AS id, r.payment_id AS "paymentId", r.platform_id,
    s.seller_id AS "sellerId", r.provider, s.amount, s.currency, r.waits_since AS since, r.investigation
  FROM ${viewOf(providerReferenceTable)} AS r JOIN ${viewOf(saleTable)} AS s USING (payment_id)
  WHERE r.waits_since IS NOT NULL`;

const REFUNDS = `
  SELECT 'REFUND', f.refund_id, f.payment_id, f.platform_id,
    f.seller_id, s.provider, f.amount, s.currency, f.waits_since, f.investigation
  FROM ${viewOf(refundTable)} AS f JOIN ${viewOf(saleTable)} AS s USING (payment_id)
  WHERE f.waits_since IS NOT NULL`;

const WITHDRAWALS = `
  SELECT 'WITHDRAWAL', w.withdrawal_id, NULL, w.platform_id,
    w.seller_id, w.provider, w.net, 'BRL', w.waits_since, w.investigation
  FROM ${viewOf(withdrawalTable)} AS w
  WHERE w.waits_since IS NOT NULL`;

const REGISTRATIONS = `
  SELECT 'REGISTRATION', r.registration_id, NULL, r.platform_id,
    r.seller_id, r.provider, NULL, NULL, r.waits_since, r.investigation
  FROM ${viewOf(receiverRegistrationTable)} AS r
  WHERE r.waits_since IS NOT NULL`;

const KINDS = [PAYMENTS, REFUNDS, WITHDRAWALS, REGISTRATIONS];

const selectWaiting = (): Query =>
  sql.select('*').from(sql.raw(`(${KINDS.join(' UNION ALL ')}) AS waiting`));

/** Restricts to questions with a proposed resolution (true) or without one (false); undefined does not restrict. */
const whereProposed =
  (isProposed: boolean | undefined): Filter =>
  (query) =>
    isProposed === undefined
      ? query
      : query.whereRaw(
          `(investigation->'proposal'->>'proposalId') IS ${isProposed ? 'NOT NULL' : 'NULL'}`,
        );

export interface InvestigationFilters {
  readonly platformId: string;
  readonly kind?: InvestigationKind | undefined;
  readonly provider?: string | undefined;
  readonly sellerId?: string | undefined;
  readonly isProposed?: boolean | undefined;
}

/** The longest wait first. @throws InvalidCursor */
export const listInvestigations = (
  reader: Queryable,
  filters: InvestigationFilters,
  paging: Paging,
): Promise<Page<WaitingRow>> => {
  const { platformId, kind, provider, sellerId, isProposed } = filters;
  return pageOf<WaitingRow>(reader, {
    rows: selectWaiting(),
    filter: all(
      equal({ platform_id: platformId, kind, provider, sellerId }),
      whereProposed(isProposed),
    ),
    filters: { ...filters },
    paging,
    sort: {
      columns: ['since', 'id'],
      direction: 'ascending',
      keyOf: ({ since, id }) => [since, id],
    },
  });
};

/** Payments of all platforms about which staff must decide a question. */
export interface PaymentsAwaitingStaff {
  readonly payments: number;
  readonly unapplied: Cents;
  /** Since when the first payment waits; null = none waits. */
  readonly since: Timestamp | null;
}

export const countPaymentsAwaitingStaff = async (
  reader: Queryable,
): Promise<PaymentsAwaitingStaff> => {
  const [row] = await rowsOf<Pick<PaymentsAwaitingStaff, keyof PaymentsAwaitingStaff>>(
    reader,
    `SELECT count(*)::int AS payments, coalesce(sum(unapplied), 0)::bigint AS unapplied, min(waits_since) AS since
     FROM ${viewOf(providerReferenceTable)} WHERE waits_since IS NOT NULL`,
    [],
  );
  return row ?? { payments: 0, unapplied: ZERO, since: null };
};
