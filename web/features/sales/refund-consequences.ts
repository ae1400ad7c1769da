/** In cents. */
export interface RefundConsequences {
  readonly toBuyer: number;
  /** The seller's part; fee and interest are returned by those who received them. */
  readonly fromSeller: number;
  /** Still refundable afterwards. */
  readonly left: number;
}

interface SaleAmounts {
  readonly net: number;
  readonly fee: number;
  readonly interest: number;
}

interface RefundableSale {
  /** Before any refund. */
  readonly parts: SaleAmounts;
  /** After earlier refunds, including those under way. */
  readonly partsLeft: SaleAmounts;
}

/** `amount * part / whole`, rounded down. BigInt: the product can exceed a number's precision. */
const proportion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

const total = ({ net, fee, interest }: SaleAmounts): number => net + fee + interest;

const clamp = (least: number, amount: number, most: number): number =>
  Math.min(most, Math.max(least, amount));

/** The seller's part of a refund, divided as the ledger does (domain/payment/receivables.ts). */
const sellersPart = ({ parts, partsLeft: left }: RefundableSale, amount: number): number => {
  const refundedBefore = total(parts) - total(left);
  // By proportion, of all refunds with this one.
  const fairFee = proportion(refundedBefore + amount, parts.fee, total(parts));
  const leastFee = Math.max(0, amount - left.net - left.interest);
  const fee = clamp(leastFee, fairFee - (parts.fee - left.fee), Math.min(amount, left.fee));
  const fairInterest = proportion(
    refundedBefore + amount - fairFee,
    parts.interest,
    parts.net + parts.interest,
  );
  const withoutFee = amount - fee;
  const interest = clamp(
    Math.max(0, withoutFee - left.net),
    fairInterest - (parts.interest - left.interest),
    Math.min(withoutFee, left.interest),
  );
  return withoutFee - interest;
};

/** Exact to the cent if refunds under way succeed. */
export const refundConsequences = (sale: RefundableSale, amount: number): RefundConsequences => ({
  toBuyer: amount,
  fromSeller: sellersPart(sale, amount),
  left: total(sale.partsLeft) - amount,
});

/** From R$ 1.000,00 the amount is typed as confirmation. */
const TYPED_FROM_CENTS = 1_000_00;

/** False above the refundable amount, which the server refuses anyway. */
export const needsTypedAmount = (amount: number, refundable: number): boolean =>
  amount >= TYPED_FROM_CENTS && amount <= refundable;
