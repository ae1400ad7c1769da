import type { Ports } from '#/domain/workflows/reaction.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';

/** A dry run came to where a provider would be told to do something, so it ends there. */
export class WouldCall extends Error {
  readonly operation: string;

  constructor(operation: string) {
    super(`a dry run does not ${operation}`);
    this.name = 'WouldCall';
    this.operation = operation;
  }
}

const WRITES = [
  'createTransaction',
  'refund',
  'withdraw',
  'createReceiver',
  'createCardToken',
  'createCardId',
] as const satisfies readonly (keyof PaymentProvider)[];

/** The same providers, which can be asked but not told: what writes throws `WouldCall`; and a storage that keeps nothing. */
export const askingOnly = (ports: Ports): Ports => ({
  ...ports,
  files: { ...ports.files, put: async () => 'stored' },
  providers: async (providerId, platformId) => {
    const provider = await ports.providers(providerId, platformId);
    const shut = WRITES.map((operation) => [
      operation,
      async (): Promise<never> => {
        throw new WouldCall(operation);
      },
    ]);
    return { ...provider, ...Object.fromEntries(shut) };
  },
});
