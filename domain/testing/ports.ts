import type { Ports } from '#/domain/policies/policy.ts';

/** What a test of payments has no use for. */
export const withoutReceivers: Pick<Ports, 'receivers'> = {
  receivers: { begin: async () => false, keepToken: async () => undefined },
};
