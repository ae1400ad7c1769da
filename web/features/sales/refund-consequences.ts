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
  /** How the amount divided before anything went back. */
  readonly parts: { readonly net: number; readonly fee: number; readonly interest: number };
  readonly refundable: number;
}

/** Rounded down. BigInt, because the product of two amounts exceeds what a number holds exactly. */
const proportion = (amount: number, part: number, whole: number): number =>
  whole === 0 ? 0 : Number((BigInt(amount) * BigInt(part)) / BigInt(whole));

/** The seller's part of the first `total` cents that go back, as the ledger rounds it (domain/payment/receivables.ts). */
const sellersPart = ({ amount, parts }: RefundableSale, total: number): number => {
  const rest = total - proportion(total, parts.fee, amount);
  return rest - proportion(rest, parts.interest, amount - parts.fee);
};

/** To the cent, once the refunds that are under way have gone through. */
export const refundConsequences = (sale: RefundableSale, amount: number): RefundConsequences => {
  const before = sale.amount - sale.refundable;
  return {
    toBuyer: amount,
    fromSeller: sellersPart(sale, before + amount) - sellersPart(sale, before),
    left: sale.refundable - amount,
  };
};

/** From here a refund is confirmed by typing its amount: R$ 1.000,00. */
const TYPED_FROM_CENTS = 1_000_00;

/** Only of what can be refunded: nobody is asked to confirm what will be refused. */
export const needsTypedAmount = (amount: number, refundable: number): boolean =>
  amount >= TYPED_FROM_CENTS && amount <= refundable;
