/** What a refund will do, in cents. */
export interface RefundConsequences {
  readonly toBuyer: number;
  /** The seller's part of it; fees and interest are given back by those who took them. */
  readonly fromSeller: number;
  /** What can still be refunded afterwards. */
  readonly left: number;
}

interface RefundableSale {
  readonly amount: number;
  readonly net: number;
  readonly refundable: number;
}

/**
 * The seller's share is in proportion to the whole sale, rounded down; the ledger rounds over all
 * refunds of the sale together, so one of several may differ by a cent. BigInt, because the product
 * of two amounts exceeds what a number holds exactly.
 */
export const refundConsequences = (sale: RefundableSale, amount: number): RefundConsequences => ({
  toBuyer: amount,
  fromSeller:
    sale.amount === 0 ? 0 : Number((BigInt(amount) * BigInt(sale.net)) / BigInt(sale.amount)),
  left: sale.refundable - amount,
});

/** From here a refund is confirmed by typing its amount: R$ 1.000,00. */
const TYPED_FROM_CENTS = 1_000_00;

export const needsTypedAmount = (amount: number): boolean => amount >= TYPED_FROM_CENTS;
