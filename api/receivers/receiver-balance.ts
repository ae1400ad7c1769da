import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { requireOwnSeller } from '#/api/people/load-seller.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { readReceiverAtAcquirer } from './read-receiver-at-acquirer.ts';
import { findRegistrationAt } from './registrations.ts';

/** @throws Refused `receiver/unknown`; as `requireOwnSeller`, `findRegistrationAt` and `readReceiverAtAcquirer` */
export const readReceiverBalance = async (
  core: Core,
  caller: StaffCaller,
  { sellerId, provider }: ParsedInputOf<'admin.getReceiverBalance'>,
): Promise<OutputOf<'admin.getReceiverBalance'>> => {
  await requireOwnSeller(core, caller, sellerId);
  const { registration } = await findRegistrationAt(core, sellerId, provider);
  const { providerReceiverId } = registration;
  if (providerReceiverId === null) throw new Refused('receiver/unknown');
  const { balance = null } = await readReceiverAtAcquirer(core, registration, providerReceiverId);
  return { balance, readAt: core.now() };
};
