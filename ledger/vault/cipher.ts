import type { RandomSource } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts by AES-256-GCM to iv ‖ ciphertext ‖ tag. Decryption needs the same `context`. */
export const encrypt = (
  key: Buffer,
  plain: Buffer,
  context: string,
  { bytes }: Pick<RandomSource, 'bytes'> = thisMachine,
): Buffer => {
  const iv = bytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** @throws Error when the key, the context or the bytes are not those of the encryption */
export const decrypt = (key: Buffer, bytes: Buffer, context: string): Buffer => {
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
};

/** Derives a key for one purpose from another key (HKDF, RFC 5869). */
export const derivedKey = (from: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, Buffer.alloc(0), purpose, KEY_BYTES));
