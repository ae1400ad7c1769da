import { z } from 'zod';
import { timestampSchema } from '#/domain/values/time.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const signature = z.string().regex(/^[0-9a-f]{128}$/);

const entry = {
  /** Also the entry's revision in the stream, so that two sealers cannot write the same number. */
  number: z.int().min(0),
  /** Hash of the entry before it; zeros for the first. */
  previous: hash,
  /** The Ed25519 public key itself, 32 bytes in hex: there is no table of keys to tamper with. */
  keyId: hash,
  signature,
  at: timestampSchema,
};

/** A signed Merkle root, which shows whether the events between two positions were changed. */
const SealWritten = z.strictObject({
  ...entry,
  /** Positions of the first and the last event that the seal covers. */
  from: z.string(),
  to: z.string(),
  count: z.int().min(1),
  /** Merkle tree hash of the events (RFC 6962). */
  root: hash,
});

/** Later seals are signed with the new key, this entry with the old one. */
const SealKeyRotated = z.strictObject({ ...entry, nextKeyId: hash });

export const sealEvents = { SealWritten, SealKeyRotated };

export type SealWrittenData = z.output<typeof SealWritten>;
export type SealKeyRotatedData = z.output<typeof SealKeyRotated>;
