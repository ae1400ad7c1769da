import { createHmac } from 'node:crypto';
import { decrypt, derivedKey, encrypt } from '#/ledger/vault/cipher.ts';
import { periodOf } from './codes.ts';

/** Encrypts secrets and digests recovery codes. @param secret the session secret, so that the database alone yields no code */
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
    /** Returns the period that a code of this secret belongs to; undefined when no period near now has the code. */
    periodIn: (userId: string, encrypted: Buffer, code: string, now: string) =>
      periodOf(decrypt(key, encrypted, contextOf(userId)), code, Number(now)),
    digest,
    digestsOf: (userId: string, codes: readonly string[]) =>
      codes.map((code) => digest(userId, code)),
  };
};

export type Encryption = ReturnType<typeof createEncryption>;
