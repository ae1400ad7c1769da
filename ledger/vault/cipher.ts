import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM as iv ‖ ciphertext ‖ tag; `context` is authenticated, so text cannot be moved to another place. */
export const encrypt = (key: Buffer, plain: Buffer, context: string): Buffer => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** @throws Error when key, bytes or context are not those it was encrypted with */
export const decrypt = (key: Buffer, bytes: Buffer, context: string): Buffer => {
  const iv = bytes.subarray(0, IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, iv)
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
};

/** A key for one purpose out of another (HKDF, RFC 5869). */
export const derivedKey = (from: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, Buffer.alloc(0), purpose, KEY_BYTES));
