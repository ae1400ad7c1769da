import { hash } from 'node:crypto';
import type { EventOf } from '#/domain/aggregates/aggregate.ts';
import type { sealEvents, SealKeyRotatedData, SealWrittenData } from '#/domain/seal/events.ts';
import { isSignedBy, readSigningKey, type SigningKey } from '#/ledger/ed25519.ts';
import type { Position } from '#/ledger/event-store.ts';
import { encodeFrame } from './hash.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** One stream for all seals: its revisions keep two processes from both appending the next one. */
export const SEAL_STREAM = 'seal-log';

/** A seal, or the change to another key. */
export type SealEntry = EventOf<typeof sealEvents>;

/** The `previous` of the first entry. */
export const FIRST_PREVIOUS = '0'.repeat(64);

/** First bytes of signed data; 0x00 to 0x02 belong to hashes. */
const SEAL = 0x03;
const ROTATION = 0x04;

const sealBytes = (seal: Omit<SealWrittenData, 'signature'>): Buffer => {
  const { number, previous, from, to, count, root, at, keyId } = seal;
  return encodeFrame(SEAL, [String(number), previous, from, to, String(count), root, at, keyId]);
};

const encodeRotation = (rotation: Omit<SealKeyRotatedData, 'signature'>): Buffer => {
  const { number, previous, at, keyId, nextKeyId } = rotation;
  return encodeFrame(ROTATION, [String(number), previous, at, keyId, nextKeyId]);
};

/**
 * Returns the bytes that a signature covers: a tag byte, then each field as UTF-8 after its length in four big-endian bytes. A seal:
 * 0x03 ‖ number ‖ previous ‖ from ‖ to ‖ count ‖ root ‖ at ‖ keyId. A change of key: 0x04 ‖ number ‖ previous ‖ at ‖ keyId ‖
 * nextKeyId.
 */
export const signedBytes = (entry: SealEntry): Buffer =>
  entry.type === 'SealWritten' ? sealBytes(entry.data) : encodeRotation(entry.data);

/** The lower-case hex of SHA-256 of `signedBytes`; the next entry has it as `previous`. */
export const entryHash = (entry: SealEntry): string => hash('sha256', signedBytes(entry), 'hex');

/** Kept outside the database, so that access to the database is not enough to seal a rewritten log. */
export type SealKey = SigningKey;

/** Nothing may be sealed until an operator has checked what the message says. */
export class SealRefusal extends OperatorError {}

/**
 * Reads the private key that signs seals: PEM (`openssl genpkey -algorithm ed25519`), or a 32-byte seed in base64.
 * @throws SealRefusal when it is no Ed25519 private key
 */
export const readSealKey = (text: string): SealKey => {
  try {
    return readSigningKey(text);
  } catch (cause) {
    const forms = 'PEM, or 32 bytes in base64';
    throw new SealRefusal(`The seal key is no Ed25519 private key (${forms}).`, { cause });
  }
};

export const signSeal = (key: SealKey, seal: Omit<SealWrittenData, 'keyId' | 'signature'>) => {
  const content = { ...seal, keyId: key.id };
  return { ...content, signature: key.sign(sealBytes(content)) } satisfies SealWrittenData;
};

export const signRotation = (
  key: SealKey,
  rotation: Omit<SealKeyRotatedData, 'keyId' | 'signature'>,
) => {
  const content = { ...rotation, keyId: key.id };
  return { ...content, signature: key.sign(encodeRotation(content)) } satisfies SealKeyRotatedData;
};

export interface SealProgress {
  /** Number of the next entry. */
  readonly number: number;
  readonly previous: string;
  /** Public key that must sign the next entry; undefined before the first. */
  readonly keyId: string | undefined;
  /** Position in this log of the last sealed event. */
  readonly to: Position | undefined;
}

export const NOTHING_SEALED: SealProgress = {
  number: 0,
  previous: FIRST_PREVIOUS,
  keyId: undefined,
  to: undefined,
};

/** @param to position in this log of the last sealed event */
export const progressAfter = (entry: SealEntry, to: Position | undefined): SealProgress => ({
  number: entry.data.number + 1,
  previous: entryHash(entry),
  keyId: entry.type === 'SealWritten' ? entry.data.keyId : entry.data.nextKeyId,
  to,
});

/** Returns why an entry cannot follow the entries before it; undefined = it can. */
export const faultOf = (before: SealProgress, entry: SealEntry): string | undefined => {
  const { number, previous, keyId, signature } = entry.data;
  if (!isSignedBy(keyId, signedBytes(entry), signature))
    return 'its signature does not fit what it says';
  if (number !== before.number) return `it has the number ${number} in place of ${before.number}`;
  if (previous !== before.previous) return 'it does not follow the seal before it';
  if (before.keyId !== undefined && keyId !== before.keyId)
    return 'it is signed with a key that no change of keys led to';
  return undefined;
};
