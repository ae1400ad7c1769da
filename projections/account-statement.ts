import { add, negate, subtract, sum, ZERO } from '#/domain/values/money.ts';
import { balanceChangeOf, type Balances } from '#/domain/accounting/postings.ts';
import { laterMonth, monthOf, type Month, type Timestamp } from '#/domain/values/time.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { pageOf, type Page, type Paging } from './engine/define/page.ts';
import { equal, fetchRows, select, type Queryable } from './engine/define/query.ts';
import {
  amount,
  integer,
  keyed,
  log,
  month,
  nullable,
  text,
  time,
  enumText,
  type RowOf,
} from './engine/define/table.ts';

export type StatementKind =
  | 'SALE'
  | 'RELEASE'
  | 'REFUND'
  | 'CHARGEBACK'
  | 'REFUND_HELD'
  | 'REFUND_RELEASED'
  | 'WITHDRAWAL'
  | 'WITHDRAWAL_PAID'
  | 'WITHDRAWAL_FEE'
  | 'WITHDRAWAL_RETURNED'
  | 'WITHDRAWAL_REVERSED'
  | 'WITHDRAWAL_TAKEN'
  | 'SIMULATED_WRITTEN_OFF';

/**
 * One line per event that moves a seller's money; a paid withdrawal has a second line for its fee. A line's month is never before
 * that of an earlier line, also when a clock was wrong, so that each month begins with the balance that the one before ended with.
 */
export const accountLineTable = log({
  name: 'account_line',
  columns: {
    sellerId: text,
    month,
    /** From 1, over all months. */
    sequence: integer,
    at: time,
    kind: enumText<StatementKind>(),
    paymentId: nullable(text),
    withdrawalId: nullable(text),
    /** What the buyer paid or got back; null in other lines. */
    buyerAmount: nullable(amount),
    pendingChange: amount,
    availableChange: amount,
    heldChange: amount,
    pending: amount,
    available: amount,
    held: amount,
  },
  key: ['sellerId', 'month', 'sequence'],
});

/** Sequence number and balances after a seller's last line, and the month to which lines are added. */
const accountHeadTable = keyed({
  name: 'account_head',
  columns: {
    sellerId: text,
    month,
    sequence: integer,
    pending: amount,
    available: amount,
    held: amount,
  },
  key: ['sellerId'],
});

const tables = { line: accountLineTable, head: accountHeadTable };

export type AccountLine = RowOf<typeof accountLineTable>;

const NOTHING: Balances = { pending: ZERO, available: ZERO, held: ZERO };

type Entry = Pick<AccountLine, 'kind'> &
  Partial<Pick<AccountLine, 'paymentId' | 'withdrawalId' | 'buyerAmount'>>;

const enter = (
  rows: RowsOf<typeof tables>,
  { receiverId: sellerId, at }: { readonly receiverId: string; readonly at: Timestamp },
  { pending, available, held }: Balances,
  { kind, paymentId = null, withdrawalId = null, buyerAmount = null }: Entry,
): void => {
  const head = rows.head.get(sellerId);
  if (head === undefined) throw new Error(`the account of ${sellerId} was never opened`);
  const balances = {
    pending: add(head.pending, pending),
    available: add(head.available, available),
    held: add(head.held, held),
  };
  const sequence = head.sequence + 1;
  const lineMonth = laterMonth(head.month, monthOf(at));
  rows.head.put({ sellerId, month: lineMonth, sequence, ...balances });
  rows.line.append({
    sellerId,
    month: lineMonth,
    sequence,
    at,
    kind,
    paymentId,
    withdrawalId,
    buyerAmount,
    pendingChange: pending,
    availableChange: available,
    heldChange: held,
    ...balances,
  });
};

export const accountStatement = defineProjection({
  name: 'account-statement',
  version: 6,
  tables,
  keys: ({ data: { receiverId } }, { head }) => head.reads(receiverId),
  on: {
    AccountOpened: ({ data: { receiverId: sellerId, period, carried } }, rows) => {
      const head = rows.head.get(sellerId);
      if (head !== undefined) {
        rows.head.put({ ...head, month: laterMonth(head.month, period) });
        return;
      }
      const pending = sum(carried.pending.map((bucket) => bucket.amount));
      const { available, held } = carried;
      rows.head.put({ sellerId, month: period, sequence: 0, pending, available, held });
    },
    ReceivablesBooked: (event, rows) => {
      const { paymentId, parts } = event.data;
      const buyerAmount = add(parts.net, parts.fee, parts.interest);
      enter(rows, event.data, balanceChangeOf(event), { kind: 'SALE', paymentId, buyerAmount });
    },
    ReceivablesReleased: (event, rows) =>
      enter(rows, event.data, balanceChangeOf(event), { kind: 'RELEASE' }),
    ReceivablesReversed: (event, rows) => {
      const { cause: kind, paymentId, amount: buyerAmount } = event.data;
      enter(rows, event.data, balanceChangeOf(event), { kind, paymentId, buyerAmount });
    },
    RefundHeld: (event, rows) => {
      const { paymentId } = event.data;
      enter(rows, event.data, balanceChangeOf(event), { kind: 'REFUND_HELD', paymentId });
    },
    RefundHoldReleased: (event, rows) => {
      const { paymentId } = event.data;
      enter(rows, event.data, balanceChangeOf(event), { kind: 'REFUND_RELEASED', paymentId });
    },
    WithdrawalHeld: (event, rows) => {
      const { withdrawalId } = event.data;
      enter(rows, event.data, balanceChangeOf(event), { kind: 'WITHDRAWAL', withdrawalId });
    },
    WithdrawalPaid: (event, rows) => {
      const { withdrawalId, fee } = event.data;
      const change = balanceChangeOf(event);
      const payoutChange = { ...change, held: add(change.held, fee) };
      enter(rows, event.data, payoutChange, { kind: 'WITHDRAWAL_PAID', withdrawalId });
      if (fee === ZERO) return;
      const feeChange = { ...NOTHING, held: negate(fee) };
      enter(rows, event.data, feeChange, { kind: 'WITHDRAWAL_FEE', withdrawalId });
    },
    WithdrawalReturned: (event, rows) => {
      const { withdrawalId } = event.data;
      enter(rows, event.data, balanceChangeOf(event), {
        kind: 'WITHDRAWAL_RETURNED',
        withdrawalId,
      });
    },
    WithdrawalReversed: (event, rows) => {
      const { withdrawalId } = event.data;
      enter(rows, event.data, balanceChangeOf(event), {
        kind: 'WITHDRAWAL_REVERSED',
        withdrawalId,
      });
    },
    WithdrawalTaken: (event, rows) => {
      const { withdrawalId } = event.data;
      enter(rows, event.data, balanceChangeOf(event), { kind: 'WITHDRAWAL_TAKEN', withdrawalId });
    },
    SimulatedMoneyWrittenOff: (event, rows) =>
      enter(rows, event.data, balanceChangeOf(event), { kind: 'SIMULATED_WRITTEN_OFF' }),
  },
});

/** Newest first. @throws InvalidCursor */
export const listStatement = (
  reader: Queryable,
  filters: { readonly sellerId: string; readonly month: Month },
  paging: Paging,
): Promise<Page<AccountLine>> =>
  pageOf<AccountLine>(reader, {
    rows: select(accountLineTable),
    filter: equal({ seller_id: filters.sellerId, month: filters.month }),
    filters,
    paging,
    sort: {
      columns: ['sequence'],
      direction: 'descending',
      keyOf: ({ sequence }) => [sequence],
    },
  });

/** What a seller had before the first line: the log may begin after months whose balance was carried into the account. */
const loadFirstBalances = async (reader: Queryable, sellerId: string): Promise<Balances> => {
  const lines = select(accountLineTable)
    .where('seller_id', sellerId)
    .orderBy(['month', 'sequence'])
    .limit(1);
  const [line] = await fetchRows<AccountLine>(reader, lines);
  if (line === undefined) return NOTHING;
  return {
    pending: subtract(line.pending, line.pendingChange),
    available: subtract(line.available, line.availableChange),
    held: subtract(line.held, line.heldChange),
  };
};

/** The balances at the beginning of a month, and at its end or now. */
export const loadMonthBalances = async (
  reader: Queryable,
  sellerId: string,
  of: Month,
): Promise<{ readonly opening: Balances; readonly closing: Balances }> => {
  const last = async (comparison: '<' | '<='): Promise<Balances> => {
    const lines = select(accountLineTable)
      .where('seller_id', sellerId)
      .where('month', comparison, of)
      .orderBy([
        { column: 'month', order: 'desc' },
        { column: 'sequence', order: 'desc' },
      ]);
    const [line] = await fetchRows<AccountLine>(reader, lines.limit(1));
    if (line === undefined) return loadFirstBalances(reader, sellerId);
    const { pending, available, held } = line;
    return { pending, available, held };
  };
  return { opening: await last('<'), closing: await last('<=') };
};
