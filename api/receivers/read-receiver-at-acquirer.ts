import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ReceiverResult } from '#/domain/ports/receiver.ts';
import type { Registration } from '#/domain/receiver/decider.ts';
import { acquirerOf } from '#/domain/workflows/acquirer-of.ts';
import { outcomeOf } from '#/domain/workflows/provider-outcome.ts';

/** Records nothing. @throws Refused `receiver/unknown`, `provider/not-offered`, Rejected `service/unavailable` */
export const readReceiverAtAcquirer = async (
  { ports }: Pick<Core, 'ports'>,
  { requested, attempt }: Pick<Registration, 'requested' | 'attempt'>,
  providerReceiverId: string,
): Promise<ReceiverResult> => {
  const { getReceiver } = await acquirerOf(ports, requested, attempt).catch((error: unknown) => {
    throw error instanceof ProviderFailure ? new Rejected('service/unavailable') : error;
  });
  if (!getReceiver) throw new Refused('provider/not-offered');
  const outcome = await outcomeOf(() => getReceiver({ providerReceiverId }));
  if (outcome.kind === 'unknown') throw new Rejected('service/unavailable');
  if (outcome.kind === 'declined' || !outcome.result) throw new Refused('receiver/unknown');
  return outcome.result;
};
