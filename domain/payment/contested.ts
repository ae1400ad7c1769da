import { z } from 'zod';
import { positiveCents, signedCents } from '#/domain/values/money.ts';
import { owner } from './owner.ts';

/** The amount that the provider gave back, if its status, which contradicts our record, is true. */
export const contested = z.strictObject({
  ...owner,
  amount: positiveCents,
  /** The amount posted as unapplied, negative. Zero unless staff had decided how the charge ended. */
  unapplied: signedCents,
  /** The change of `unapplied` when this status replaces an earlier one. Absent = it replaces none. */
  change: signedCents.optional(),
  /** The acquirer's total of refunds from which the amount follows. Absent = not stated, or an older event. */
  total: positiveCents.optional(),
  /** The transaction whose returned money is charged back. Absent = the status is about the sale. */
  receipt: z.string().optional(),
});
