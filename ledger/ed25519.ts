import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';

/** An Ed25519 key (RFC 8032). */
export interface SigningKey {
  /** The public key, 32 bytes in hexadecimal. */
  readonly id: string;
  /** Returns the signature, 64 bytes in hexadecimal. */
  readonly sign: (bytes: Buffer) => string;
}

/** PKCS #8 around the 32 bytes of an Ed25519 seed (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const privateKeyOf = (text: string): KeyObject => {
  if (text.startsWith('-----')) return createPrivateKey(text);
  const key = Buffer.concat([PKCS8_PREFIX, Buffer.from(text, 'base64')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
};

/** Reads PEM, or a 32-byte seed in base64. @throws Error when it is no Ed25519 private key */
export const readSigningKey = (text: string): SigningKey => {
  const key = privateKeyOf(text.trim());
  const { crv, x = '' } = createPublicKey(key).export({ format: 'jwk' });
  if (crv !== 'Ed25519') throw new Error(`a key of ${crv ?? 'another kind'}`);
  return {
    id: Buffer.from(x, 'base64url').toString('hex'),
    sign: (bytes) => sign(null, bytes, key).toString('hex'),
  };
};

const publicKeyOf = (keyId: string): KeyObject => {
  const x = Buffer.from(keyId, 'hex').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
};

/**
 * @param keyId the public key in hexadecimal
 * @throws when `keyId` is no public key
 */
export const isSignedBy = (keyId: string, bytes: Buffer, signature: string): boolean =>
  verify(null, bytes, publicKeyOf(keyId), Buffer.from(signature, 'hex'));
