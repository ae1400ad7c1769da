/** The effects of a refund, in cents. */
export interface RefundConsequences {
  readonly toBuyer: number;
  /** The seller's part of the refund; fee and interest are returned by those who received them. */
  readonly fromSeller: number;
  /** The amount that can still be refunded afterwards. */
  readonly left: number;
}

interface RefundableSale {
  readonly amount: number;
  /** How the amount was divided before any refund. */
  readonly parts: { readonly net: number; readonly fee: number; readonly interest: number };
  readonly refundable: number;
}

/** Rounded down. BigInt, because the product of two amounts exceeds what a number holds exactly. */
const proportion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** Returns the seller's part of the first `total` cents refunded, as the ledger rounds it (domain/payment/receivables.ts). */
const sellersPart = ({ amount, parts }: RefundableSale, total: number): number => {
  const rest = total - proportion(total, parts.fee, amount);
  return rest - proportion(rest, parts.interest, amount - parts.fee);
};

/** Exact to the cent, provided that refunds under way succeed. */
export const refundConsequences = (sale: RefundableSale, amount: number): RefundConsequences => {
  const before = sale.amount - sale.refundable;
  return {
    toBuyer: amount,
    fromSeller: sellersPart(sale, before + amount) - sellersPart(sale, before),
    left: sale.refundable - amount,
  };
};

/** From this amount a refund is confirmed by typing the amount: R$ 1.000,00. */
const TYPED_FROM_CENTS = 1_000_00;

/** Only for a refundable amount: a refund that will be refused needs no confirmation. */
export const needsTypedAmount = (amount: number, refundable: number): boolean =>
  amount >= TYPED_FROM_CENTS && amount <= refundable;
