import { createHmac, hash } from 'node:crypto';
import { canonicalJson } from '#/domain/values/canonical-json.ts';

const NAMESPACE = Buffer.from('a7a6c8f2-5d0e-5b7c-9a51-7261a7a06c01'.replaceAll('-', ''), 'hex');

/** The UUID of a name (version 5, RFC 9562 §5.5). Hand-written for speed: every event needs one. */
export const uuidOf = (namespace: Buffer, name: string): string => {
  const id = hash('sha1', Buffer.concat([namespace, Buffer.from(name)]), 'buffer');
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x50, 6);
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = id.toString('hex', 0, 16);
  const [low, middle, version] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)];
  return `${low}-${middle}-${version}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** Returns the same id for the same names, so that a retry repeats its ids. */
export const derivedId = (...names: readonly string[]): string =>
  uuidOf(NAMESPACE, names.join('\n'));

export const eventId = (commandId: string, ordinal: number): string =>
  derivedId('event', commandId, String(ordinal));

/** Returns a digest that tells a retry from another request under the same key. Keyed, because a plain hash could reveal a CPF. */
export const requestDigest = (secret: Buffer, request: unknown): string =>
  createHmac('sha256', secret).update(canonicalJson(request)).digest('base64url');
