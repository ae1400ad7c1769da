import { add, cents, negate, subtract, sum, ZERO, type Cents } from '#/domain/money.ts';
import type { Month, Timestamp } from '#/domain/time.ts';
import { defineProjection, type RowsOf } from './engine/define/define-projection.ts';
import { localDay } from './engine/define/local-day.ts';
import {
  Conditions,
  pageOf,
  rowsOf,
  type Page,
  type Paging,
  type Reader,
} from './engine/define/page.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  amount,
  integer,
  keyed,
  log,
  month,
  nullable,
  text,
  time,
  word,
  type RowOf,
} from './engine/define/table.ts';

export type StatementKind =
  | 'SALE'
  | 'RELEASE'
  | 'REFUND'
  | 'CHARGEBACK'
  | 'WITHDRAWAL'
  | 'WITHDRAWAL_PAID'
  | 'WITHDRAWAL_FEE'
  | 'WITHDRAWAL_RETURNED';

/** One line a change of the balances, and the balances after it; a withdrawal that is paid makes two, because its fee is one. */
export const accountLineTable = log({
  name: 'account_line',
  columns: {
    sellerId: text,
    month,
    /** From 1, over all months. */
    sequence: integer,
    at: time,
    kind: word<StatementKind>(),
    paymentId: nullable(text),
    withdrawalId: nullable(text),
    /** What the buyer paid, or got back; null where no buyer is concerned. */
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

/** Where the next line goes on. */
const accountHeadTable = keyed({
  name: 'account_head',
  columns: { sellerId: text, sequence: integer, pending: amount, available: amount, held: amount },
  key: ['sellerId'],
});

const tables = { line: accountLineTable, head: accountHeadTable };

export type AccountLine = RowOf<typeof accountLineTable>;

interface Change {
  readonly kind: StatementKind;
  readonly paymentId?: string;
  readonly withdrawalId?: string;
  readonly buyerAmount?: Cents;
  readonly pending?: Cents;
  readonly available?: Cents;
  readonly held?: Cents;
}

const enter = (
  rows: RowsOf<typeof tables>,
  { receiverId: sellerId, at }: { readonly receiverId: string; readonly at: Timestamp },
  change: Change,
): void => {
  const { kind, pending = ZERO, available = ZERO, held = ZERO } = change;
  const head = rows.head.get(sellerId);
  if (head === undefined) throw new Error(`the account of ${sellerId} was never opened`);
  const balances = {
    pending: add(head.pending, pending),
    available: add(head.available, available),
    held: add(head.held, held),
  };
  const sequence = head.sequence + 1;
  rows.head.put({ sellerId, sequence, ...balances });
  rows.line.append({
    sellerId,
    month: localDay(at).slice(0, 7),
    sequence,
    at,
    kind,
    paymentId: change.paymentId ?? null,
    withdrawalId: change.withdrawalId ?? null,
    buyerAmount: change.buyerAmount ?? null,
    pendingChange: pending,
    availableChange: available,
    heldChange: held,
    ...balances,
  });
};

/** Every change of a seller's balances, line by line. */
export const accountStatement = defineProjection({
  name: 'account-statement',
  version: 2,
  tables,
  keys: ({ data: { receiverId } }, { head }) => head.reads(receiverId),
  on: {
    AccountOpened: ({ data: { receiverId, carried } }, rows) => {
      if (rows.head.get(receiverId) !== undefined) return;
      const pending = sum(carried.pending.map((bucket) => bucket.amount));
      const { available, held } = carried;
      rows.head.put({ sellerId: receiverId, sequence: 0, pending, available, held });
    },
    ReceivablesBooked: ({ data }, rows) => {
      const pending = subtract(data.parts.net, data.released);
      const { paymentId, parts, released: available } = data;
      const buyerAmount = add(parts.net, parts.fee, parts.interest);
      enter(rows, data, { kind: 'SALE', paymentId, buyerAmount, pending, available });
    },
    ReceivablesReleased: ({ data }, rows) =>
      enter(rows, data, {
        kind: 'RELEASE',
        pending: negate(data.amount),
        available: data.amount,
      }),
    ReceivablesReversed: ({ data }, rows) =>
      enter(rows, data, {
        kind: data.cause,
        paymentId: data.paymentId,
        buyerAmount: data.amount,
        pending: negate(sum(data.pending.map((bucket) => bucket.amount))),
        available: negate(data.available),
      }),
    WithdrawalHeld: ({ data }, rows) => {
      const { withdrawalId, amount: held } = data;
      enter(rows, data, { kind: 'WITHDRAWAL', withdrawalId, available: negate(held), held });
    },
    WithdrawalPaid: ({ data }, rows) => {
      const { withdrawalId, amount: left, fee } = data;
      const paid = subtract(left, fee);
      enter(rows, data, { kind: 'WITHDRAWAL_PAID', withdrawalId, held: negate(paid) });
      if (fee === ZERO) return;
      enter(rows, data, { kind: 'WITHDRAWAL_FEE', withdrawalId, held: negate(fee) });
    },
    WithdrawalReturned: ({ data }, rows) => {
      const { withdrawalId, amount: available } = data;
      const held = negate(available);
      enter(rows, data, { kind: 'WITHDRAWAL_RETURNED', withdrawalId, available, held });
    },
  },
});

const LINES = viewOf(accountLineTable);

/** A month's lines, newest first. @throws InvalidCursor */
export const listStatement = (
  reader: Reader,
  filters: { readonly sellerId: string; readonly month: Month },
  paging: Paging,
): Promise<Page<AccountLine>> =>
  pageOf<AccountLine>(reader, {
    select: `SELECT ${selection(accountLineTable)} FROM ${LINES}`,
    conditions: new Conditions().equal('seller_id', filters.sellerId).equal('month', filters.month),
    filters,
    paging,
    sort: {
      columns: ['sequence'],
      direction: 'descending',
      keyOf: ({ sequence }) => [sequence],
    },
  });

export interface Balances {
  readonly pending: Cents;
  readonly available: Cents;
  readonly held: Cents;
}

const NOTHING: Balances = { pending: ZERO, available: ZERO, held: ZERO };

/** Balances when a month began and when it ended (or now, when it has not). */
export const monthBalances = async (
  reader: Reader,
  sellerId: string,
  of: Month,
): Promise<{ readonly opening: Balances; readonly closing: Balances }> => {
  const last = async (comparison: '<' | '<='): Promise<Balances> => {
    const [row] = await rowsOf<{ pending: number; available: number; held: number }>(
      reader,
      `SELECT pending, available, held FROM ${LINES} WHERE seller_id = $1 AND month ${comparison} $2
        ORDER BY month DESC, sequence DESC LIMIT 1`,
      [sellerId, of],
    );
    if (row === undefined) return NOTHING;
    const { pending, available, held } = row;
    return { pending: cents(pending), available: cents(available), held: cents(held) };
  };
  return { opening: await last('<'), closing: await last('<=') };
};
