import { z } from 'zod';
import { positiveCents, signedCents } from '#/domain/values/money.ts';
import { owner } from './owner.ts';

/** The amount that the provider gave back, if its status is true, which contradicts the record. */
export const contested = z.strictObject({
  ...owner,
  amount: positiveCents,
  /**
   * The amount posted as unapplied. Zero unless the acquirer contradicts what staff decided: then the books follow the acquirer until staff
   * decide again.
   */
  unapplied: signedCents,
  /** The change of the unapplied amount, when this status replaces an earlier one. Absent = it replaces none. */
  change: signedCents.optional(),
  /** The acquirer's total of refunds, from which the amount follows. Absent = not stated, or older than this field. */
  total: positiveCents.optional(),
  /** The transaction of money that fitted no sale and that staff had returned. Absent when the status is about the sale. */
  receipt: z.string().optional(),
});
