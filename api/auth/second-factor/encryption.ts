import { createHmac } from 'node:crypto';
import { decrypt, derivedKey, encrypt } from '#/ledger/vault/cipher.ts';
import { periodOf } from './codes.ts';

/** Encrypts secrets and digests recovery codes. @param secret not in the database, so that a stolen database yields no code */
export const createEncryption = (secret: string) => {
  const key = derivedKey(Buffer.from(secret), 'second factors');
  const digestKey = derivedKey(Buffer.from(secret), 'recovery codes');
  const contextOf = (userId: string): string => `second factor of ${userId}`;
  const digest = (userId: string, code: string): Buffer =>
    createHmac('sha256', digestKey)
      .update(JSON.stringify([userId, code]))
      .digest();
  return {
    encryptSecret: (userId: string, bytes: Buffer) => encrypt(key, bytes, contextOf(userId)),
    /** As `periodOf`, for an encrypted secret. */
    periodIn: (userId: string, encrypted: Buffer, code: string, now: string) =>
      periodOf(decrypt(key, encrypted, contextOf(userId)), code, Number(now)),
    digest,
    digestsOf: (userId: string, codes: readonly string[]) =>
      codes.map((code) => digest(userId, code)),
  };
};

export type Encryption = ReturnType<typeof createEncryption>;
