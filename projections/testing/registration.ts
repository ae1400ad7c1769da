import { receiver } from '#/domain/receiver/decider.ts';
import { sampleEncrypted as encrypted } from '#/domain/testing/samples.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { History } from './history.ts';
import type { ProjectionWorld } from './projection-world.ts';

/** Requests the registration of a receiver; the acquirer is not called yet. */
export const requestRegistration = async (
  { store, happen }: ProjectionWorld,
  provider: string,
): Promise<void> => {
  const at = { platformId: 'demo', sellerId: 'seller-1', now: '2026-10-05T12:00:00.000Z' };
  const registrationId = derivedId('registration', '1');
  const handler = createCommandHandler({ store });
  for (const command of [
    { type: 'ReviseDetails', documentType: 'CPF', register: encrypted, contact: encrypted },
    {
      type: 'RequestRegistration',
      provider,
      registrationId,
      identity: encrypted,
      email: encrypted,
    },
  ] as const) {
    await handler.handle(
      receiver,
      'receiver-seller-1',
      { ...command, ...at },
      {
        commandId: derivedId('command', command.type),
        platform: 'demo',
        actor: 'system',
        correlation: 'seller-1',
      },
    );
  }
  await happen(new History());
};
