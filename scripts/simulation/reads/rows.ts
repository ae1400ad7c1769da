import type { Core } from '#/api/composition/core.ts';
import type { References } from '#/api/webhooks/references.ts';
import type { AwaitedRowQueries } from '#/api/workers/awaited-row-queries.ts';
import type { RequestCursor } from '#/api/workers/due-requests.ts';
import { dayOf } from '#/domain/values/time.ts';
import type { Projection } from '#/projections/engine/define/define-projection.ts';
import type { RowOf, Table } from '#/projections/engine/define/table.ts';
import type { MemoryTables } from '#/projections/engine/tables/memory.ts';
import type { InvestigationKind } from '#/projections/investigations.ts';
import {
  formerChargeTable,
  providerReference,
  providerReferenceTable,
} from '#/projections/provider-reference.ts';
import {
  openRegistrationStatuses,
  receiverRegistrationTable,
  receivers,
} from '#/projections/receivers/receivers.ts';
import { refunds, refundTable } from '#/projections/refunds.ts';
import { schedules, scheduleTable, type ScheduleRow } from '#/projections/schedules.ts';
import { saleTable, sales } from '#/projections/sales.ts';
import { sellerBalance, sellerBalanceTable } from '#/projections/seller-balance.ts';
import { withdrawals, withdrawalTable } from '#/projections/withdrawals.ts';
import type { AskedAgain } from '#/scripts/simulation/oracle/next-read-backs.ts';
import type { ShownView } from '#/scripts/simulation/oracle/shown.ts';

type ReadModelTables = Pick<MemoryTables, 'all'>;

const rowsIn = <Of extends Table>(
  tables: ReadModelTables,
  projection: Projection,
  table: Of,
): readonly RowOf<Of>[] =>
  // The projection declares this table.
  tables.all(projection, table) as readonly RowOf<Of>[];

const orderOf = ({ requestedAt, id }: RequestCursor): string => `${requestedAt} ${id}`;

/** Caches what is derived from rows, until the rows change. */
const deriveOnce = <Rows extends object, Result>(derive: (rows: Rows) => Result) => {
  const results = new WeakMap<Rows, Result>();
  return (rows: Rows): Result => {
    const result = results.get(rows) ?? derive(rows);
    results.set(rows, result);
    return result;
  };
};

interface PlacedRow<Row> {
  readonly row: Row;
  readonly order: string;
}

/** Returns a function that reads a page of open rows after a place, oldest first. */
const pageOf = <Row, Open extends { readonly requestedAt: string }>(
  rows: () => readonly Row[],
  openIn: (rows: readonly Row[]) => readonly Open[],
  idOf: (row: Open) => string,
) => {
  const inOrder = deriveOnce((all: readonly Row[]): readonly PlacedRow<Open>[] =>
    openIn(all)
      .map((row) => ({ row, order: orderOf({ requestedAt: row.requestedAt, id: idOf(row) }) }))
      .toSorted((one, other) => (one.order < other.order ? -1 : 1)),
  );
  return async (place: RequestCursor, limit: number): Promise<readonly Open[]> =>
    inOrder(rows())
      .filter(({ order }) => order > orderOf(place))
      .slice(0, limit)
      .map(({ row }) => row);
};

/** `createAwaitedRowQueries` with tables in memory. */
export const createAwaitedRowQueriesInMemory = (tables: ReadModelTables): AwaitedRowQueries => {
  const payments = pageOf(
    () => rowsIn(tables, providerReference, providerReferenceTable),
    (all) => all.filter(({ open }) => open),
    ({ paymentId }) => paymentId,
  );
  return {
    latestPayments: async (limit) => {
      const all = await payments({ requestedAt: '', id: '' }, Infinity);
      return all.toReversed().slice(0, limit);
    },
    payments,
    refunds: pageOf(
      () => rowsIn(tables, refunds, refundTable),
      (all) => all.filter(({ status, waitsSince }) => status === 'PENDING' && waitsSince === null),
      ({ refundId }) => refundId,
    ),
    withdrawals: pageOf(
      () => rowsIn(tables, withdrawals, withdrawalTable),
      (all) =>
        all
          .filter(({ status, waitsSince }) => status === 'PENDING' && waitsSince === null)
          .map((row) => ({ ...row, requestedAt: row.payableSince })),
      ({ withdrawalId }) => withdrawalId,
    ),
    registrations: pageOf(
      () => rowsIn(tables, receivers, receiverRegistrationTable),
      (all) => all.filter(({ status }) => openRegistrationStatuses.includes(status)),
      ({ registrationId }) => registrationId,
    ),
    accounts: async (through) =>
      rowsIn(tables, sellerBalance, sellerBalanceTable)
        .filter(({ nextReleaseOn }) => nextReleaseOn !== null && nextReleaseOn <= through)
        .map(({ platformId, sellerId }) => ({ platformId, sellerId })),
  };
};

/** `listSchedulesAfter` with tables in memory. */
export const createScheduleQueryInMemory =
  (tables: ReadModelTables) =>
  async (after: string, limit: number): Promise<readonly ScheduleRow[]> =>
    rowsIn(tables, schedules, scheduleTable)
      .filter(({ isOn, sellerId }) => isOn && sellerId > after)
      .toSorted((one, other) => (one.sellerId < other.sellerId ? -1 : 1))
      .slice(0, limit);

const FIRST: RequestCursor = { requestedAt: '', id: '' };

/** Returns the open requests about which the product will ask acquirers again. Leaves out kinds whose read model is not live. */
export const readAskedAgain = async (
  tables: Pick<MemoryTables, 'all' | 'live'>,
): Promise<readonly AskedAgain[]> => {
  const rows = createAwaitedRowQueriesInMemory(tables);
  const { payments, refunds: openRefunds, withdrawals: openWithdrawals, registrations } = rows;
  const kinds = [
    {
      category: 'payment',
      of: providerReference,
      ids: (await payments(FIRST, Infinity)).map(({ paymentId }) => paymentId),
    },
    {
      category: 'refund',
      of: refunds,
      ids: (await openRefunds(FIRST, Infinity)).map(({ refundId }) => refundId),
    },
    {
      category: 'withdrawal',
      of: withdrawals,
      ids: (await openWithdrawals(FIRST, Infinity)).map(({ withdrawalId }) => withdrawalId),
    },
    {
      category: 'registration',
      of: receivers,
      ids: (await registrations(FIRST, Infinity)).map(({ registrationId }) => registrationId),
    },
  ] as const;
  const live = await tables.live(kinds.map(({ of }) => of.name));
  return kinds.flatMap(({ category, of, ids }) => {
    const checkpoint = live.find(({ name }) => name === of.name);
    return checkpoint?.status === 'live' ? [{ category, upTo: checkpoint.position, ids }] : [];
  });
};

/** Whether the product still has to ask acquirers, or to release money, at this time. */
export const isAnyDue = async (tables: ReadModelTables, now: number): Promise<boolean> => {
  const {
    payments,
    refunds: openRefunds,
    withdrawals: openWithdrawals,
    ...rest
  } = createAwaitedRowQueriesInMemory(tables);
  const pages = [payments, openRefunds, openWithdrawals, rest.registrations];
  for (const pageAfter of pages) if ((await pageAfter(FIRST, 1)).length > 0) return true;
  return (await rest.accounts(dayOf(new Date(now).toISOString()))).length > 0;
};

/** A case as staff see it. */
export interface OpenCase {
  readonly kind: InvestigationKind;
  readonly id: string;
  /** Null for a withdrawal or registration. */
  readonly paymentId: string | null;
}

/** The cases that `listInvestigations` returns. */
export const readOpenCases = (tables: ReadModelTables): readonly OpenCase[] => {
  const isOpen = ({ waitsSince }: { readonly waitsSince: string | null }) => waitsSince !== null;
  return [
    ...rowsIn(tables, providerReference, providerReferenceTable)
      .filter(isOpen)
      .map(({ paymentId }) => ({ kind: 'PAYMENT', id: paymentId, paymentId }) as const),
    ...rowsIn(tables, refunds, refundTable)
      .filter(isOpen)
      .map(({ refundId: id, paymentId }) => ({ kind: 'REFUND', id, paymentId }) as const),
    ...rowsIn(tables, withdrawals, withdrawalTable)
      .filter(isOpen)
      .map(({ withdrawalId: id }) => ({ kind: 'WITHDRAWAL', id, paymentId: null }) as const),
    ...rowsIn(tables, receivers, receiverRegistrationTable)
      .filter(isOpen)
      .map(({ registrationId: id }) => ({ kind: 'REGISTRATION', id, paymentId: null }) as const),
  ];
};

/** `findRegistration` with tables in memory. */
export const findRegistrationIn =
  (tables: ReadModelTables): Core['findRegistration'] =>
  async (id) =>
    rowsIn(tables, receivers, receiverRegistrationTable).find(
      ({ registrationId }) => registrationId === id,
    );

/** `referencesIn` with tables in memory. */
export const referencesOf = (tables: ReadModelTables): References => ({
  paymentsOf: async ({ provider, platformId }, transactionIds) => {
    const charges = [
      ...rowsIn(tables, providerReference, providerReferenceTable),
      ...rowsIn(tables, providerReference, formerChargeTable),
    ].filter(
      (row) => row.provider === provider && transactionIds.includes(row.transactionId ?? ''),
    );
    return new Map(
      rowsIn(tables, providerReference, providerReferenceTable)
        .filter((row) => platformId === null || row.platformId === platformId)
        .toSorted((one, other) => (one.requestedAt < other.requestedAt ? -1 : 1))
        .flatMap(({ paymentId }) => charges.filter((charge) => charge.paymentId === paymentId))
        .map(({ transactionId, paymentId }) => [transactionId ?? '', paymentId]),
    );
  },
  withdrawalsAmong: async ({ provider, platformId }, withdrawalIds) =>
    new Set(
      rowsIn(tables, withdrawals, withdrawalTable)
        .filter((row) => row.provider === provider)
        .filter((row) => platformId === null || row.platformId === platformId)
        .map(({ withdrawalId }) => withdrawalId)
        .filter((id) => withdrawalIds.includes(id)),
    ),
});

export const readShown = (tables: ReadModelTables): ShownView => ({
  sales: rowsIn(tables, sales, saleTable),
  withdrawals: rowsIn(tables, withdrawals, withdrawalTable),
  balances: rowsIn(tables, sellerBalance, sellerBalanceTable),
});
