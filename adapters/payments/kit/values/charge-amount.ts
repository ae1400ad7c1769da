import type { Cents } from '#/domain/values/money.ts';
import type { StatedAmount, TransactionResult } from '#/domain/ports/charge.ts';
import type { Operation } from '#/adapters/payments/kit/endpoint.ts';

export interface ChargeAmount {
  /** The amount that we asked for. Null = the reply does not repeat it. */
  readonly asked: Cents | null;
  /**
   * Paid, even if returned since. Null or zero = this reply states none. OTHER = another amount than `asked`, which the reply does not
   * state. NEVER_STATED = no documented reply states what was paid.
   */
  readonly paid: Cents | 'OTHER' | 'NEVER_STATED' | null;
}

/** A reply about a charge, as an adapter reads it. */
export type ChargeReply = Omit<TransactionResult, 'amount'> & { readonly amount: ChargeAmount };

/** What was paid takes precedence over what we asked for. */
export const statedAmountOf = ({ asked, paid }: ChargeAmount): StatedAmount =>
  paid === 'NEVER_STATED' ? asked : paid || asked;

/** Reduces the two amounts of a reply to the one that counts. */
export const withStatedAmount =
  <Account, Input, Absent extends undefined = never>(
    operation: Operation<Account, Input, ChargeReply | Absent>,
  ): Operation<Account, Input, TransactionResult | Absent> =>
  async (input, context) => {
    const reply = await operation(input, context);
    return reply === undefined ? reply : { ...reply, amount: statedAmountOf(reply.amount) };
  };
