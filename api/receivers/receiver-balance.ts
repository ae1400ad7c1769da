import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { requireOwnSeller } from '#/api/people/load-seller.ts';
import { Refused } from '#/domain/errors.ts';
import { receiverThere } from './receiver-there.ts';
import { registrationAt } from './registrations.ts';

/**
 * Reads a seller's balance from an acquirer. @throws Refused `receiver/unknown`; as `requireOwnSeller`, `registrationAt` and
 * `receiverThere`
 */
export const receiverBalance = async (
  core: Core,
  caller: StaffCaller,
  { sellerId, provider }: ParsedInputOf<'admin.getReceiverBalance'>,
): Promise<OutputOf<'admin.getReceiverBalance'>> => {
  await requireOwnSeller(core, caller, sellerId);
  const { registration } = await registrationAt(core, sellerId, provider);
  const { providerReceiverId } = registration;
  if (providerReceiverId === null) throw new Refused('receiver/unknown');
  const { balance = null } = await receiverThere(core, registration, providerReceiverId);
  return { balance, readAt: core.now() };
};
