import { derivedId } from '#/ledger/derived-id.ts';
import type { Encrypted } from '#/domain/encrypted.ts';
import type { PassingRefusals } from '#/ledger/idempotency.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import type { TwinPurchases } from '#/api/payments/twin-purchases.ts';

/** A vault whose ciphertext is plain; nothing here is about secrecy. */
export const plainVault = (): Vault => {
  const subjectOf = (email: string): string => derivedId('subject', email);
  const open = ({ ciphertext }: Encrypted) =>
    JSON.parse(Buffer.from(ciphertext, 'base64url').toString('utf8'));
  return {
    subjectFor: async ({ email }) => subjectOf(email),
    find: async () => [],
    tokens: () => [],
    encrypt: async (subject, retention, value) => ({
      subject,
      class: retention,
      ciphertext: Buffer.from(JSON.stringify(value)).toString('base64url'),
    }),
    decrypt: async (text) => open(text),
    openMany: async (texts) => texts.map(open),
    encryptBytes: async (_by, bytes) => Buffer.from(bytes),
    decryptBytes: async (_by, bytes) => Buffer.from(bytes),
    destroy: async () => undefined,
    survivors: async () => [],
  };
};

/** No platform keeps credentials: simulated acquirers are given to the product. */
export const noCredentials = (): Credentials => ({
  put: async () => undefined,
  get: async () => undefined,
  names: async () => [],
  remove: async () => undefined,
});

/** Refusals of buyers, which outlive a process. */
export const memoryRefusals = (): PassingRefusals => {
  const kept = new Map<string, Parameters<PassingRefusals['keep']>[1]>();
  return {
    find: async (commandId) => kept.get(commandId),
    keep: async (commandId, refusal) => {
      if (!kept.has(commandId)) kept.set(commandId, refusal);
    },
  };
};

/** Only purchases under one key are one. */
export const keyTwins = (): TwinPurchases => ({
  buyOnce: (own, _order, { buy }) => buy(own),
});
