import type { Core } from '#/api/composition/core.ts';
import type { Once } from '#/api/http/once.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { requireActiveSeller } from '#/api/people/require-active-seller.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { receiver, type Receiver, type Registration } from '#/domain/receiver/decider.ts';
import { readBackReceiver } from '#/domain/workflows/register-receiver.ts';
import { carryOut } from '#/ledger/carry-out.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';

/** @throws Refused `receiver/unknown` */
export const findRegistrationAt = async (
  { handler }: Core,
  sellerId: string,
  provider: string,
): Promise<{ readonly registration: Registration; readonly recorded: LoadedState<Receiver> }> => {
  const recorded = await handler.load(receiver, streamOf('receiver', sellerId));
  // A `Map`, because `provider` is user input and every object has a `constructor`.
  const registration = new Map(Object.entries(recorded.state.registrations)).get(provider);
  if (!registration) throw new Refused('receiver/unknown');
  return { registration, recorded };
};

interface Staff {
  readonly core: Core;
  readonly platformId: string;
  readonly once: Once;
}

interface AtAcquirer {
  readonly sellerId: string;
  readonly provider: string;
}

/**
 * Whether to ask the acquirer about a registration: once a call for it has begun. A registration that the acquirer refused does not exist
 * there; one that staff declared refused may exist.
 */
const isWorthAsking = ({ status, investigation }: Registration): boolean =>
  status === 'REFUSED' ? investigation.outcome !== null : status !== 'REQUESTED';

/** @returns position @throws Refused */
export const readBackRegistration = async (
  { sellerId, provider }: AtAcquirer,
  { core, platformId, once }: Staff,
): Promise<string> => {
  await requireActiveSeller(core, platformId, sellerId);
  return once(async (keyed) => {
    const { registration, recorded } = await findRegistrationAt(core, sellerId, provider);
    if (isDone(recorded, keyed)) return writtenAt(recorded);
    const commands = isWorthAsking(registration)
      ? await readBackReceiver(registration, core.ports)
      : [];
    const cause = {
      ...keyed,
      correlation: registration.requested.registrationId,
      commandId: (_command: unknown, ordinal: number) =>
        derivedId(keyed.commandId, String(ordinal)),
    };
    const answer = { to: 'receiver', id: sellerId, commands } as const;
    const { after, refusals } = await carryOut(core.handler, answer, cause);
    for (const refusal of refusals) throw refusal;
    return writtenAt(after ?? recorded);
  });
};
