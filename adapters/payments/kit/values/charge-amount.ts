import type { Cents } from '#/domain/values/money.ts';
import type { StatedAmount, TransactionResult } from '#/domain/ports/charge.ts';
import type { Operation } from '#/adapters/payments/kit/endpoint.ts';

/** What a reply says about the amount of a charge. */
export interface ChargeAmount {
  /**
   * The amount that the charge asks for. In this field the reply only repeats our request, so the field does not show what was paid. Null =
   * it is missing.
   */
  readonly asked: Cents | null;
  /**
   * The amount that was paid, even if it has been returned since, and whatever the status. Null or zero = this reply does not state it.
   * OTHER = another amount than asked, but the reply does not say which. NEVER_STATED = no reply in the acquirer's documents or examples
   * has a field for it.
   */
  readonly paid: Cents | 'OTHER' | 'NEVER_STATED' | null;
}

/** A reply about a charge, as an adapter reads it. */
export type ChargeReply = Omit<TransactionResult, 'amount'> & { readonly amount: ChargeAmount };

/** Returns the amount that counts: what was paid takes precedence over what we asked for. */
export const statedAmountOf = ({ asked, paid }: ChargeAmount): StatedAmount =>
  paid === 'NEVER_STATED' ? asked : paid || asked;

/** Makes an operation of an adapter return what the domain compares: one amount. */
export const withStatedAmount =
  <Account, Input, Absent extends undefined = never>(
    operation: Operation<Account, Input, ChargeReply | Absent>,
  ): Operation<Account, Input, TransactionResult | Absent> =>
  async (input, context) => {
    const reply = await operation(input, context);
    return reply === undefined ? reply : { ...reply, amount: statedAmountOf(reply.amount) };
  };
