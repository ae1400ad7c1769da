import { z } from 'zod';
import { positiveCents, signedCents } from '#/domain/values/money.ts';
import { owner } from './owner.ts';

/** The amount that the provider gave back, according to a status that contradicts the record. */
export const contested = z.strictObject({
  ...owner,
  amount: positiveCents,
  /**
   * The amount posted as unapplied, as a negative amount. Zero unless staff had decided how the charge ended: then the books follow the
   * acquirer until staff decide again.
   */
  unapplied: signedCents,
  /** The change of the unapplied amount, when this status replaces an earlier one. Absent = it replaces none. */
  change: signedCents.optional(),
  /**
   * The acquirer's total of refunds, from which the amount follows. Absent = the amount follows from the status alone, or the event is
   * older than this field.
   */
  total: positiveCents.optional(),
  /**
   * The transaction of money that staff had returned, and that is charged back now. Absent = the status is about the sale or a refund of
   * it.
   */
  receipt: z.string().optional(),
});
