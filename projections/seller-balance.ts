import { add, cents, sum, ZERO, type Cents } from '#/domain/money.ts';
import { balanceChangeOf } from '#/domain/postings.ts';
import type { Carried } from '#/domain/account/events.ts';
import type { Day } from '#/domain/time.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import { rowsOf, type Queryable } from './engine/define/query.ts';
import { selection, viewOf } from './engine/define/table-sql.ts';
import {
  amount,
  day,
  json,
  keyed,
  nullable,
  text,
  time,
  enumText,
  type RowOf,
} from './engine/define/table.ts';

/** Money that becomes available on a day. */
interface Bucket {
  readonly releaseOn: Day;
  readonly amount: Cents;
}

/** A bucket in few bytes: a seller who is paid by card has hundreds of buckets in one row. */
export type PendingDay = readonly [releaseOn: Day, amount: Cents];

/** One row per seller; events name the seller in `receiverId`. */
export const sellerBalanceTable = keyed({
  name: 'seller_balance',
  columns: {
    sellerId: text,
    platformId: text,
    pending: amount,
    /** Negative when refunds and chargebacks took more than was available. */
    available: amount,
    held: amount,
    /** Pending money by day, in order of days, without zero amounts. */
    pendingByDay: json<readonly PendingDay[]>(),
    releasedThrough: nullable(day),
    nextReleaseOn: nullable(day),
    negativeSince: nullable(time),
    /** Kind of the last reversal, shown as the cause of a negative balance. */
    reversalCause: nullable(enumText<'REFUND' | 'CHARGEBACK'>()),
    reversalPaymentId: nullable(text),
    reversalAmount: nullable(amount),
    reversalAt: nullable(time),
  },
  key: ['sellerId'],
  indexes: [{ columns: ['platformId', 'negativeSince', 'sellerId'], where: 'available < 0' }],
});

const tables = { balance: sellerBalanceTable };

export type SellerBalanceRow = RowOf<typeof sellerBalanceTable>;

const newBalance = (sellerId: string, platformId: string, carried: Carried): SellerBalanceRow => ({
  sellerId,
  platformId,
  pending: sum(carried.pending.map((bucket) => bucket.amount)),
  available: carried.available,
  held: carried.held,
  pendingByDay: carried.pending.map((bucket) => [bucket.releaseOn, bucket.amount]),
  releasedThrough: carried.releasedThrough,
  nextReleaseOn: carried.pending[0]?.releaseOn ?? null,
  negativeSince: null,
  reversalCause: null,
  reversalPaymentId: null,
  reversalAmount: null,
  reversalAt: null,
});

/** Returns the index of a day in an ordered list, or the index at which to insert it. */
const placeOf = (days: readonly PendingDay[], releaseOn: Day): number => {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[middle]?.[0] ?? '') < releaseOn) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Adds amounts to the buckets of days, or subtracts them; the list stays ordered, without empty buckets. */
const changeDays = (
  days: readonly PendingDay[],
  changes: readonly Bucket[],
  sign: 1 | -1,
): readonly PendingDay[] => {
  const next = [...days];
  for (const { releaseOn, amount: change } of changes) {
    const place = placeOf(next, releaseOn);
    const [there, sofar = ZERO] = next[place] ?? [];
    const found = there === releaseOn;
    const left = cents((found ? sofar : 0) + sign * change);
    if (found && left !== 0) next[place] = [releaseOn, left];
    else if (found) next.splice(place, 1);
    else if (left !== 0) next.splice(place, 0, [releaseOn, left]);
  }
  return next;
};

type BalanceEvent = ProjectedNamed<
  | 'ReceivablesBooked'
  | 'ReceivablesReleased'
  | 'ReceivablesReversed'
  | 'RefundHeld'
  | 'RefundHoldReleased'
  | 'WithdrawalHeld'
  | 'WithdrawalPaid'
  | 'WithdrawalReturned'
  | 'WithdrawalReversed'
  | 'WithdrawalTaken'
>;

/** Returns the balance after an event, with `pendingByDay` unchanged. */
const moveBalance = (row: SellerBalanceRow, event: BalanceEvent): SellerBalanceRow => {
  const change = balanceChangeOf(event);
  const available = add(row.available, change.available);
  return {
    ...row,
    pending: add(row.pending, change.pending),
    available,
    held: add(row.held, change.held),
    negativeSince: available >= 0 ? null : (row.negativeSince ?? event.data.at),
  };
};

const withDays = (
  row: SellerBalanceRow,
  pendingByDay: readonly PendingDay[],
): SellerBalanceRow => ({
  ...row,
  pendingByDay,
  nextReleaseOn: pendingByDay[0]?.[0] ?? null,
});

type Rows = RowsOf<typeof tables>;

const balanceOf = (sellerId: string, rows: Rows): SellerBalanceRow => {
  const row = rows.balance.get(sellerId);
  if (row === undefined) throw new Error(`the account of ${sellerId} was never opened`);
  return row;
};

/** Balances of sellers as of the last event of their accounts. */
export const sellerBalance = defineProjection({
  name: 'seller-balance',
  version: 4,
  tables,
  keys: ({ data: { receiverId } }, { balance }) => balance.reads(receiverId),
  on: {
    AccountOpened: ({ data }, rows) => {
      // A later month opens with the balances that the row already has.
      if (rows.balance.get(data.receiverId) !== undefined) return;
      rows.balance.put(newBalance(data.receiverId, data.platformId, data.carried));
    },
    ReceivablesBooked: (event, rows) => {
      const row = balanceOf(event.data.receiverId, rows);
      const { releasedThrough } = row;
      const waiting = event.data.receivables.filter(
        ({ releaseOn }) => releasedThrough === null || releaseOn > releasedThrough,
      );
      rows.balance.put(withDays(moveBalance(row, event), changeDays(row.pendingByDay, waiting, 1)));
    },
    ReceivablesReleased: (event, rows) => {
      const { receiverId, buckets, through } = event.data;
      const row = balanceOf(receiverId, rows);
      const after = withDays(moveBalance(row, event), changeDays(row.pendingByDay, buckets, -1));
      rows.balance.put({ ...after, releasedThrough: through });
    },
    ReceivablesReversed: (event, rows) => {
      const { receiverId, pending, cause, paymentId, amount: reversed, at } = event.data;
      const row = balanceOf(receiverId, rows);
      rows.balance.put({
        ...withDays(moveBalance(row, event), changeDays(row.pendingByDay, pending, -1)),
        reversalCause: cause,
        reversalPaymentId: paymentId,
        reversalAmount: reversed,
        reversalAt: at,
      });
    },
    RefundHeld: (event, rows) => {
      const { receiverId, pending } = event.data;
      const row = balanceOf(receiverId, rows);
      rows.balance.put(
        withDays(moveBalance(row, event), changeDays(row.pendingByDay, pending, -1)),
      );
    },
    RefundHoldReleased: (event, rows) => {
      const { receiverId, pending } = event.data;
      const row = balanceOf(receiverId, rows);
      rows.balance.put(withDays(moveBalance(row, event), changeDays(row.pendingByDay, pending, 1)));
    },
    WithdrawalHeld: (event, rows) =>
      rows.balance.put(moveBalance(balanceOf(event.data.receiverId, rows), event)),
    WithdrawalPaid: (event, rows) =>
      rows.balance.put(moveBalance(balanceOf(event.data.receiverId, rows), event)),
    WithdrawalReturned: (event, rows) =>
      rows.balance.put(moveBalance(balanceOf(event.data.receiverId, rows), event)),
    WithdrawalReversed: (event, rows) =>
      rows.balance.put(moveBalance(balanceOf(event.data.receiverId, rows), event)),
    WithdrawalTaken: (event, rows) =>
      rows.balance.put(moveBalance(balanceOf(event.data.receiverId, rows), event)),
  },
  topics: {
    kinds: ['balance'],
    of: { balance: (row) => [{ topic: `balance:${row.sellerId}`, data: balanceTick(row) }] },
  },
});

const NO_BALANCE = { available: ZERO, pending: ZERO, held: ZERO, nextReleaseOn: null };

/**
 * Returns a balance as sent to its seller; zeros if they never sold anything. `negative` is what the seller owes, as a positive
 * amount.
 */
export const balanceTick = (row: Pick<SellerBalanceRow, keyof typeof NO_BALANCE> | undefined) => {
  const { available, pending, held, nextReleaseOn } = row ?? NO_BALANCE;
  return { available, pending, held, negative: cents(Math.max(0, -available)), nextReleaseOn };
};

/** Undefined when the seller never sold anything. */
export const getSellerBalance = async (
  reader: Queryable,
  sellerId: string,
): Promise<SellerBalanceRow | undefined> => {
  const from = `SELECT ${selection(sellerBalanceTable)} FROM ${viewOf(sellerBalanceTable)}`;
  const rows = await rowsOf<SellerBalanceRow>(reader, `${from} WHERE seller_id = $1`, [sellerId]);
  return rows[0];
};

/** Returns the balances of these sellers, by seller id; sellers who never had an account are missing. */
export const balancesOf = async (
  reader: Queryable,
  sellerIds: readonly string[],
): Promise<
  ReadonlyMap<string, Pick<SellerBalanceRow, 'sellerId' | 'pending' | 'available' | 'held'>>
> => {
  const rows = await rowsOf<Pick<SellerBalanceRow, 'sellerId' | 'pending' | 'available' | 'held'>>(
    reader,
    `SELECT seller_id AS "sellerId", pending, available, held
      FROM ${viewOf(sellerBalanceTable)} WHERE seller_id = ANY($1)`,
    [sellerIds],
  );
  return new Map(rows.map((row) => [row.sellerId, row]));
};

/** Returns the accounts of all platforms with money to release on that day or earlier. */
export const balancesDue = (
  reader: Queryable,
  through: Day,
): Promise<readonly Pick<SellerBalanceRow, 'sellerId' | 'platformId'>[]> =>
  rowsOf<Pick<SellerBalanceRow, 'sellerId' | 'platformId'>>(
    reader,
    `SELECT seller_id AS "sellerId", platform_id AS "platformId"
      FROM ${viewOf(sellerBalanceTable)} WHERE next_release_on <= $1`,
    [through],
  );
