import { add, cents, sum, ZERO, type Cents } from '#/domain/values/money.ts';
import { balanceChangeOf } from '#/domain/accounting/postings.ts';
import type { Carried } from '#/domain/account/events.ts';
import { pendingAfter, pendingDaysOf, type PendingDays } from '#/domain/account/pending-days.ts';
import type { Day } from '#/domain/values/time.ts';
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
    pendingByDay: json<PendingDays>(),
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

const openBalance = (sellerId: string, platformId: string, carried: Carried): SellerBalanceRow => ({
  sellerId,
  platformId,
  pending: sum(carried.pending.map((bucket) => bucket.amount)),
  available: carried.available,
  held: carried.held,
  pendingByDay: pendingDaysOf(carried.pending),
  releasedThrough: carried.releasedThrough,
  nextReleaseOn: carried.pending[0]?.releaseOn ?? null,
  negativeSince: null,
  reversalCause: null,
  reversalPaymentId: null,
  reversalAmount: null,
  reversalAt: null,
});

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
  | 'SimulatedMoneyWrittenOff'
>;

/** Returns the balance after an event; `releasedThrough` and the reversal are unchanged. */
const moveBalance = (row: SellerBalanceRow, event: BalanceEvent): SellerBalanceRow => {
  const change = balanceChangeOf(event);
  const available = add(row.available, change.available);
  const pendingByDay = pendingAfter(row.pendingByDay, event, row);
  return {
    ...row,
    pending: add(row.pending, change.pending),
    available,
    held: add(row.held, change.held),
    pendingByDay,
    nextReleaseOn: pendingByDay[0]?.[0] ?? null,
    negativeSince: available >= 0 ? null : (row.negativeSince ?? event.data.at),
  };
};

type Rows = RowsOf<typeof tables>;

const balanceOf = (sellerId: string, rows: Rows): SellerBalanceRow => {
  const row = rows.balance.get(sellerId);
  if (row === undefined) throw new Error(`the account of ${sellerId} was never opened`);
  return row;
};

export const sellerBalance = defineProjection({
  name: 'seller-balance',
  version: 5,
  tables,
  keys: ({ data: { receiverId } }, { balance }) => balance.reads(receiverId),
  on: {
    AccountOpened: ({ data }, rows) => {
      // A later month opens with the balances that the row already has.
      if (rows.balance.get(data.receiverId) !== undefined) return;
      rows.balance.put(openBalance(data.receiverId, data.platformId, data.carried));
    },
    ReceivablesBooked: (event, rows) =>
      rows.balance.put(moveBalance(balanceOf(event.data.receiverId, rows), event)),
    ReceivablesReleased: (event, rows) => {
      const { receiverId, through } = event.data;
      const row = moveBalance(balanceOf(receiverId, rows), event);
      rows.balance.put({ ...row, releasedThrough: through });
    },
    ReceivablesReversed: (event, rows) => {
      const { receiverId, cause, paymentId, amount: reversed, at } = event.data;
      rows.balance.put({
        ...moveBalance(balanceOf(receiverId, rows), event),
        reversalCause: cause,
        reversalPaymentId: paymentId,
        reversalAmount: reversed,
        reversalAt: at,
      });
    },
    RefundHeld: (event, rows) =>
      rows.balance.put(moveBalance(balanceOf(event.data.receiverId, rows), event)),
    RefundHoldReleased: (event, rows) =>
      rows.balance.put(moveBalance(balanceOf(event.data.receiverId, rows), event)),
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
    SimulatedMoneyWrittenOff: (event, rows) =>
      rows.balance.put(moveBalance(balanceOf(event.data.receiverId, rows), event)),
  },
  topics: {
    kinds: ['balance'],
    of: { balance: (row) => [{ topic: `balance:${row.sellerId}`, data: balanceTick(row) }] },
  },
});

const NO_BALANCE = { available: ZERO, pending: ZERO, held: ZERO, nextReleaseOn: null };

/** `negative` is what the seller owes, as a positive amount. */
export const balanceTick = (row: Pick<SellerBalanceRow, keyof typeof NO_BALANCE> | undefined) => {
  const { available, pending, held, nextReleaseOn } = row ?? NO_BALANCE;
  return { available, pending, held, negative: cents(Math.max(0, -available)), nextReleaseOn };
};

/** Undefined when the seller has no account yet. */
export const getSellerBalance = async (
  reader: Queryable,
  sellerId: string,
): Promise<SellerBalanceRow | undefined> => {
  const from = `SELECT ${selection(sellerBalanceTable)} FROM ${viewOf(sellerBalanceTable)}`;
  const rows = await rowsOf<SellerBalanceRow>(reader, `${from} WHERE seller_id = $1`, [sellerId]);
  return rows[0];
};

/** By seller id; sellers who never had an account are missing. */
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

/** The sellers with money to release on that day or earlier. */
export const listBalancesDue = (
  reader: Queryable,
  through: Day,
): Promise<readonly Pick<SellerBalanceRow, 'sellerId' | 'platformId'>[]> =>
  rowsOf<Pick<SellerBalanceRow, 'sellerId' | 'platformId'>>(
    reader,
    `SELECT seller_id AS "sellerId", platform_id AS "platformId"
      FROM ${viewOf(sellerBalanceTable)} WHERE next_release_on <= $1`,
    [through],
  );

const WITH_MONEY = `${viewOf(sellerBalanceTable)} WHERE platform_id = $1
  AND (pending <> 0 OR available <> 0 OR held <> 0 OR pending_by_day::text <> '[]')`;

/** Lists the sellers of a platform who have money or owe some. */
export const listSellersWithMoney = async (
  reader: Queryable,
  platformId: string,
): Promise<readonly string[]> => {
  const rows = await rowsOf<{ sellerId: string }>(
    reader,
    `SELECT seller_id AS "sellerId" FROM ${WITH_MONEY} ORDER BY seller_id`,
    [platformId],
  );
  return rows.map(({ sellerId }) => sellerId);
};

export const hasBalance = async (reader: Queryable, platformId: string): Promise<boolean> => {
  const [row] = await rowsOf<{ has: boolean }>(
    reader,
    `SELECT EXISTS (SELECT FROM ${WITH_MONEY}) AS has`,
    [platformId],
  );
  return row?.has === true;
};

export interface PlatformBalances {
  /** The number of sellers who have money or owe some. */
  readonly sellers: number;
  readonly pending: Cents;
  /** The sum of the balances that are positive. */
  readonly available: Cents;
  readonly held: Cents;
  /** What sellers owe, as a positive sum. */
  readonly owed: Cents;
}

export const sumBalancesOfPlatform = async (
  reader: Queryable,
  platformId: string,
): Promise<PlatformBalances> => {
  const [row] = await rowsOf<Pick<PlatformBalances, keyof PlatformBalances>>(
    reader,
    `SELECT count(*)::int AS sellers,
      coalesce(sum(pending), 0)::bigint AS pending,
      coalesce(sum(greatest(available, 0)), 0)::bigint AS available,
      coalesce(sum(held), 0)::bigint AS held,
      coalesce(sum(greatest(-available, 0)), 0)::bigint AS owed
    FROM ${WITH_MONEY}`,
    [platformId],
  );
  if (row === undefined) throw new Error('an aggregate without a row');
  return row;
};
