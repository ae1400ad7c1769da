import type { Ports } from '#/domain/workflows/reaction.ts';
import { mapOperations, providerOperations } from '#/domain/ports/provider-operations.ts';

/** A dry run came to where a provider would be told to do something, so it ends there. */
export class WouldCall extends Error {
  readonly operation: string;

  constructor(operation: string) {
    super(`a dry run does not ${operation}`);
    this.name = 'WouldCall';
    this.operation = operation;
  }
}

/** The same providers, which can be asked but not told: what writes throws `WouldCall`; and a storage that keeps nothing. */
export const askingOnly = (ports: Ports): Ports => ({
  ...ports,
  files: { ...ports.files, put: async () => 'stored' },
  providers: async (providerId, platformId) => {
    const provider = await ports.providers(providerId, platformId);
    return mapOperations(provider, (name, call) =>
      providerOperations[name].writes ? () => Promise.reject(new WouldCall(name)) : call,
    );
  },
});
