import type { Ports } from '#/domain/workflows/reaction.ts';
import { isWriting, mapOperations } from '#/domain/ports/provider-operations.ts';

/** Ends a dry run at the first provider call that would change something. */
export class DryRunStopped extends Error {
  readonly operation: string;

  constructor(operation: string) {
    super(`a dry run does not ${operation}`);
    this.name = 'DryRunStopped';
    this.operation = operation;
  }
}

/** Returns ports that read from the providers but change nothing: writing operations throw `DryRunStopped`. */
export const dryRunPorts = (ports: Ports): Ports => ({
  ...ports,
  files: { ...ports.files, put: async () => 'stored' },
  transactions: { ...ports.transactions, reserve: ports.transactions.isFreeFor },
  begin: async () => true,
  lookUps: { note: () => undefined },
  providers: async (providerId, platformId, use) => {
    const provider = await ports.providers(providerId, platformId, use);
    return mapOperations(provider, (name, call) =>
      isWriting(name) ? () => Promise.reject(new DryRunStopped(name)) : call,
    );
  },
});
