import { z } from 'zod';
import { timestampSchema } from '#/domain/time.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const signature = z.string().regex(/^[0-9a-f]{128}$/);

/** What every entry of the seals' stream says: its place there, what it follows, and who signed it. */
const entry = {
  /** Also its revision, so that two sealers can never both write one. */
  number: z.int().min(0),
  /** Hash of the entry before it; zeros for the first. */
  previous: hash,
  /** The Ed25519 public key itself, 32 bytes in hex: there is no table of keys to tamper with. */
  keyId: hash,
  signature,
  at: timestampSchema,
};

/** The log from one position to another is what it was when this was signed (`ledger/audit/seal.ts`). */
const SealWritten = z.strictObject({
  ...entry,
  /** Positions of the first and the last event that it covers. */
  from: z.string(),
  to: z.string(),
  count: z.int().min(1),
  /** Merkle tree hash of the events (RFC 6962). */
  root: hash,
});

/** From here on seals are signed with another key; the old one says so. */
const SealKeyRotated = z.strictObject({ ...entry, nextKeyId: hash });

export const sealEvents = { SealWritten, SealKeyRotated };

export type SealWrittenData = z.output<typeof SealWritten>;
export type SealKeyRotatedData = z.output<typeof SealKeyRotated>;
