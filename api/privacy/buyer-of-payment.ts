import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { requireOwnPayment } from '#/api/payments/require-own-payment.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';

/** A payment's terms, and its buyer. @throws as `requireOwnPayment` */
export const buyerOf = async (core: Core, caller: StaffCaller, paymentId: string) => {
  const { requested } = await requireOwnPayment(core, caller, paymentId);
  const { platformId } = caller;
  return { requested, person: { subject: requested.buyer.identity.subject, platformId } };
};

/** Returns the buyer, and refuses a reason that contains the buyer's data. @throws Refused `subject/named-in-reason`, Rejected */
export const loadBuyerForRequest = async (
  core: Core,
  caller: StaffCaller,
  { paymentId, reason }: { readonly paymentId: string; readonly reason: string },
) => {
  const { requested, person } = await buyerOf(core, caller, paymentId);
  await requireNoPersonalData(core, requested, reason);
  return person;
};
