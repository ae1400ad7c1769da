/** The effects of a refund, in cents. */
export interface RefundConsequences {
  readonly toBuyer: number;
  /** The seller's part of the refund; fee and interest are returned by those who received them. */
  readonly fromSeller: number;
  /** The amount that can still be refunded afterwards. */
  readonly left: number;
}

interface SaleAmounts {
  readonly net: number;
  readonly fee: number;
  readonly interest: number;
}

interface RefundableSale {
  /** How the amount was divided before any refund. */
  readonly parts: SaleAmounts;
  /** The parts that are left after earlier refunds, including refunds under way. */
  readonly partsLeft: SaleAmounts;
}

/** Returns `amount * part / whole`, rounded down. BigInt, because the product of two amounts can exceed what a number holds exactly. */
const proportion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

const total = ({ net, fee, interest }: SaleAmounts): number => net + fee + interest;

const clamp = (least: number, wanted: number, most: number): number =>
  Math.min(most, Math.max(least, wanted));

/** Returns the seller's part of a refund, as the ledger divides it (domain/payment/receivables.ts). */
const sellersPart = ({ parts, partsLeft: left }: RefundableSale, amount: number): number => {
  const before = total(parts) - total(left);
  const fairFee = proportion(before + amount, parts.fee, total(parts));
  const leastFee = Math.max(0, amount - left.net - left.interest);
  const fee = clamp(leastFee, fairFee - (parts.fee - left.fee), Math.min(amount, left.fee));
  const fairInterest = proportion(
    before + amount - fairFee,
    parts.interest,
    parts.net + parts.interest,
  );
  const rest = amount - fee;
  const interest = clamp(
    Math.max(0, rest - left.net),
    fairInterest - (parts.interest - left.interest),
    Math.min(rest, left.interest),
  );
  return rest - interest;
};

/** Returns the effects of a refund of this amount: exact to the cent, provided that refunds under way succeed. */
export const refundConsequences = (sale: RefundableSale, amount: number): RefundConsequences => ({
  toBuyer: amount,
  fromSeller: sellersPart(sale, amount),
  left: total(sale.partsLeft) - amount,
});

/** From this amount a refund is confirmed by typing the amount: R$ 1.000,00. */
const TYPED_FROM_CENTS = 1_000_00;

/**
 * Whether the user must type the amount again as confirmation. Not if more is requested than is refundable: the server refuses that anyway.
 */
export const needsTypedAmount = (amount: number, refundable: number): boolean =>
  amount >= TYPED_FROM_CENTS && amount <= refundable;
