import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import { ownPayment } from '#/api/payments/own-payment.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';

/** Returns the terms of a payment, and its buyer as the person whose data is held. @throws as `ownPayment` */
export const buyerOf = async (core: Core, caller: StaffCaller, paymentId: string) => {
  const { requested } = await ownPayment(core, caller, paymentId);
  const { platformId } = caller;
  return { requested, person: { subject: requested.buyer.identity.subject, platformId } };
};

/**
 * Returns the payment's buyer, whose personal data the reason must not contain. @throws as `ownPayment`, Refused `subject/named-in-reason`
 */
export const buyerForRequest = async (
  core: Core,
  caller: StaffCaller,
  { paymentId, reason }: { readonly paymentId: string; readonly reason: string },
) => {
  const { requested, person } = await buyerOf(core, caller, paymentId);
  await requireNoPersonalData(core, requested, reason);
  return person;
};
