import { listConnectedProviders } from '#/api/acquiring/connected-providers.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { Refused } from '#/domain/errors/refused.ts';

type Acquirer = OutputOf<'admin.getReceiver'>['acquirers'][number];

export const listAcquirersTakingReceivers = async (
  core: Core,
  platformId: string,
): Promise<Acquirer[]> => {
  const { ports } = core;
  const acquirers = await Promise.all(
    [...(await listConnectedProviders(core, platformId))].map(
      async (provider): Promise<Acquirer[]> => {
        try {
          const { label, createReceiver } = await ports.providers(provider, platformId);
          return createReceiver ? [{ provider, label }] : [];
        } catch (error) {
          if (error instanceof Refused) return [];
          throw error;
        }
      },
    ),
  );
  return acquirers.flat();
};
