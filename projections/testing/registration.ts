import { randomUUID } from 'node:crypto';
import type { ReceiverCommand } from '#/domain/receiver/commands.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { sampleEncrypted as encrypted } from '#/domain/testing/samples.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { History } from './history.ts';
import type { ProjectionWorld } from './projection-world.ts';

const at = { platformId: 'demo', sellerId: 'seller-1', now: '2026-10-05T12:00:00.000Z' } as const;
const registrationId = derivedId('registration', '1');

const send = async (
  { store, happen }: ProjectionWorld,
  commands: readonly ReceiverCommand[],
): Promise<void> => {
  const handler = createCommandHandler({ store });
  for (const command of commands) {
    await handler.handle(receiver, 'receiver-seller-1', command, {
      commandId: randomUUID(),
      platform: 'demo',
      actor: 'system',
      correlation: 'seller-1',
    });
  }
  await happen(new History());
};

/** Requests a registration; the acquirer is not called yet. */
export const requestRegistration = (world: ProjectionWorld, provider: string): Promise<void> =>
  send(world, [
    { ...at, type: 'ReviseDetails', documentType: 'CPF', register: encrypted, contact: encrypted },
    {
      ...at,
      type: 'RequestRegistration',
      provider,
      registrationId,
      identity: encrypted,
      email: encrypted,
    },
  ]);

/** Records that the acquirer did not answer, and that two people found that the registration was not made. */
export const denyRegistration = (world: ProjectionWorld, provider: string): Promise<void> => {
  const registration = { ...at, provider, registrationId };
  return send(world, [
    { ...registration, type: 'RecordUnanswered', failure: 'unavailable' },
    ...agreed('registration', 'DID_NOT_HAPPEN').map(
      (step) => ({ ...registration, type: 'InvestigateRegistration', step }) as const,
    ),
  ]);
};

/** Records the acquirer's answer that the registration was made. */
export const confirmRegistration = (world: ProjectionWorld, provider: string): Promise<void> =>
  send(world, [
    {
      ...at,
      type: 'RecordRegistered',
      provider,
      registrationId,
      providerReceiverId: 're-1',
      status: 'ACTIVE',
    },
  ]);
