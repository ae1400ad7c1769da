import type { Core } from '#/api/composition/core.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { Once } from '#/api/http/once.ts';
import { lostRequestPartOf } from '#/api/http/may-repeat.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { requireActiveSeller } from '#/api/people/require-active-seller.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { receiver, type Receiver } from '#/domain/receiver/decider.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone } from '#/ledger/idempotency.ts';

/** Refuses a seller with a CPF, for acquirers that register companies only (people.69). @throws Refused `receiver/cpf-not-taken` */
const requireCompany = ({ details }: Receiver): void => {
  if (details?.documentType === 'CPF') throw new Refused('receiver/cpf-not-taken');
};

/**
 * Requests a seller's registration at an acquirer. @returns position
 * @throws Refused `provider/not-offered`, `receiver/…`, `record/changed-meanwhile`, and as `requireActiveSeller`
 */
export const requestRegistration = async (
  { sellerId, provider, basedOn }: ParsedInputOf<'admin.registerReceiver'>,
  {
    core,
    platformId,
    once,
  }: { readonly core: Core; readonly platformId: string; readonly once: Once },
): Promise<string> => {
  const { identity, contact: email } = await requireActiveSeller(core, platformId, sellerId);
  const stream = streamOf('receiver', sellerId);
  const done = await once(async (keyed) => {
    const recorded = await core.handler.load(receiver, stream);
    if (isDone(recorded, keyed)) return recorded;
    requireTrueClock(core.ports.isClockTrue);
    const { createReceiver, acceptsOnlyCnpj } = await core.ports.providers(provider, platformId);
    if (!createReceiver) throw new Refused('provider/not-offered', { providerId: provider });
    if (acceptsOnlyCnpj) requireCompany(recorded.state);
    const now = core.now();
    const registrationId = derivedId('registration', keyed.commandId);
    const chosen = { sellerId, provider, basedOn };
    const about = { platformId, ...chosen, registrationId, identity, email, now };
    const repeat = await lostRequestPartOf(core, keyed);
    const command = { type: 'RequestRegistration', ...about, ...repeat } as const;
    const context = { ...keyed, correlation: registrationId };
    return core.handler.handle(receiver, stream, command, context, recorded);
  });
  return writtenAt(done);
};
