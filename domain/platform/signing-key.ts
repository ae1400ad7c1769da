import { z } from 'zod';
import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import { timestampSchema, type Timestamp } from '#/domain/values/time.ts';

/** The platform signs payouts with this key from now on. The private key is not on record. */
const SigningKeyAdopted = z.strictObject({
  platformId: aggregateId,
  /** The Ed25519 public key, 32 bytes in hexadecimal. */
  keyId: z.string().regex(/^[0-9a-f]{64}$/),
  at: timestampSchema,
});

export const signingKeyEvents = { SigningKeyAdopted };

export type SigningKeyEvent = EventOf<typeof signingKeyEvents>;

export interface AdoptKey {
  readonly type: 'AdoptKey';
  readonly platformId: string;
  readonly keyId: string;
  /** The key that it replaces; null = it is the first. */
  readonly after: string | null;
  readonly now: Timestamp;
}

export interface SigningKeys {
  readonly current: string | null;
  /** Every key that the platform has adopted: signatures by earlier keys stay valid. */
  readonly all: readonly string[];
}

/** One stream, so that two processes cannot adopt two keys at once (people.153). */
export const signingKey: Decider<AdoptKey, SigningKeyEvent, SigningKeys> = {
  category: 'signingKey',
  initial: { current: null, all: [] },
  decide: ({ platformId, keyId, after, now: at }, { current }) =>
    current === after ? [{ type: 'SigningKeyAdopted', data: { platformId, keyId, at } }] : [],
  evolve: ({ all }, { data: { keyId } }) => ({ current: keyId, all: [...all, keyId] }),
};
