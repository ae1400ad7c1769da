import type { Core } from '#/api/composition/core.ts';
import type { Once } from '#/api/http/once.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';
import { ownSeller } from '#/api/people/own-seller.ts';
import { isOverdue } from '#/domain/call-attempt.ts';
import { Refused } from '#/domain/errors.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { RegistrationCommand } from '#/domain/receiver/commands.ts';
import { receiver, type Receiver, type Registration } from '#/domain/receiver/decider.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { readBackReceiver } from '#/domain/workflows/register-receiver.ts';
import { carryOut } from '#/ledger/carry-out.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';
import { receiverThere } from './receiver-there.ts';

/** Returns the last registration with an acquirer. @throws Refused `receiver/unknown` */
export const registrationAt = async (
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

/** True if the outcome of the registration is unknown and its call can no longer be on its way, so that staff must conclude it. */
const isUnsettled = ({ status, attempt }: Registration, now: Timestamp): boolean =>
  status === 'UNANSWERED' || (status === 'BEGUN' && (attempt === null || isOverdue(attempt, now)));

type RegistrationOutcome =
  | {
      readonly type: 'RecordRegistered';
      readonly providerReceiverId: string;
      readonly status: 'PENDING' | 'ACTIVE' | 'REJECTED';
    }
  | { readonly type: 'RecordRefused'; readonly cause: string; readonly text: null };

/**
 * Returns the outcome that an administrator saw at the acquirer, checked there as far as possible. @throws Refused, Rejected
 */
const endOf = async (
  core: Core,
  registration: Registration,
  providerReceiverId: string | null,
): Promise<RegistrationOutcome> => {
  if (providerReceiverId === null)
    return { type: 'RecordRefused', cause: 'not-registered', text: null };
  const there = await receiverThere(core, registration, providerReceiverId);
  const { providerReceiverId: id, status } = there;
  return { type: 'RecordRegistered', providerReceiverId: id, status };
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

/** Asks the acquirer about a registration and records its answer. @returns position @throws Refused */
export const readBackRegistration = async (
  { sellerId, provider }: AtAcquirer,
  { core, platformId, once }: Staff,
): Promise<string> => {
  await ownSeller(core, platformId, sellerId);
  return once(async (keyed) => {
    const { registration, recorded } = await registrationAt(core, sellerId, provider);
    if (isDone(recorded, keyed)) return writtenAt(recorded);
    // A refused registration does not exist at the acquirer, and one just requested is still on its way.
    const isAsked = !['REQUESTED', 'REFUSED'].includes(registration.status);
    const commands = isAsked ? await readBackReceiver(registration, core.ports) : [];
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

interface Conclusion extends AtAcquirer {
  /** The receiver's id at the acquirer; null when it was not registered there. */
  readonly providerReceiverId: string | null;
  readonly reason: string;
}

/**
 * Records the outcome that an administrator saw at the acquirer, for a registration that nothing else will conclude.
 * @returns position @throws Refused, Rejected
 */
export const concludeRegistration = async (
  { sellerId, provider, providerReceiverId, reason }: Conclusion,
  { core, platformId, once }: Staff,
): Promise<string> => {
  const seller = await ownSeller(core, platformId, sellerId);
  await requireNoPersonalData(core, { buyer: seller }, reason);
  const now = core.now();
  return once(async (keyed) => {
    const { registration, recorded } = await registrationAt(core, sellerId, provider);
    if (isDone(recorded, keyed)) return writtenAt(recorded);
    if (!isUnsettled(registration, now)) {
      keyed.onTraceless?.();
      return writtenAt(recorded);
    }
    const { registrationId } = registration.requested;
    const end = await endOf(core, registration, providerReceiverId);
    const about = { platformId, sellerId, provider, registrationId, now };
    const command: RegistrationCommand = { ...about, ...end };
    const context = { ...keyed, correlation: registrationId, reason };
    const stream = streamOf('receiver', sellerId);
    return writtenAt(await core.handler.handle(receiver, stream, command, context));
  });
};
