import type { Timestamp } from '#/domain/values/time.ts';

/** The use of a card bundle; of the bundle itself only a digest of its nonce is stored. */
export interface CardUse {
  readonly nonceDigest: string;
  readonly paymentId: string;
  readonly expiresAt: Timestamp;
}

/** Which card bundles were used, and for which payment; deleted when the bundle has expired. */
export interface CardUses {
  /** Undefined = it was not used. */
  readonly paymentOf: (nonceDigest: string) => Promise<string | undefined>;
  /** Returns true for the first use of a bundle only, also among concurrent claims; deletes expired uses. */
  readonly claim: (use: CardUse, now: Timestamp) => Promise<boolean>;
}

/** Uses in memory. */
export const createMemoryCardUses = (): CardUses => {
  const uses = new Map<string, CardUse>();
  return {
    paymentOf: async (nonceDigest) => uses.get(nonceDigest)?.paymentId,
    claim: async (use, now) => {
      for (const { nonceDigest, expiresAt } of uses.values())
        if (expiresAt <= now) uses.delete(nonceDigest);
      if (uses.has(use.nonceDigest)) return false;
      uses.set(use.nonceDigest, use);
      return true;
    },
  };
};
