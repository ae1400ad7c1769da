import { createHmac } from 'node:crypto';
import { parse, v5 } from 'uuid';

const NAMESPACE = parse('a7a6c8f2-5d0e-5b7c-9a51-7261a7a06c01');

/** Returns the same UUID (version 5, RFC 9562) for the same names, so that a retried command has the same ids. */
export const derivedId = (...names: readonly string[]): string => v5(names.join('\n'), NAMESPACE);

/** Returns the id of a command's event: known before it is written, the same on every retry. */
export const eventId = (commandId: string, ordinal: number): string =>
  derivedId('event', commandId, String(ordinal));

/** Returns the value with object members sorted by name, so that equal requests have equal text. */
const canonicalise = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonicalise);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, canonicalise(member)]),
  );
};

/** Returns the same JSON for equal values, whatever the order of their members. */
export const canonicalText = (value: unknown): string => JSON.stringify(canonicalise(value));

/**
 * Returns a digest that tells a retry from a different request under the same idempotency key. It is keyed, because a request
 * may hold a CPF, and the unkeyed hash of a CPF can be guessed in seconds.
 */
export const requestDigest = (secret: Buffer, request: unknown): string =>
  createHmac('sha256', secret).update(canonicalText(request)).digest('base64url');
