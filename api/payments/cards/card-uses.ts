import type { Timestamp } from '#/domain/values/time.ts';

/** The use of a bundle, which is a card encrypted by this server. Contains only a digest of the bundle's nonce. */
export interface CardUse {
  readonly nonceDigest: string;
  readonly paymentId: string;
  readonly expiresAt: Timestamp;
}

export interface CardUses {
  readonly paymentOf: (nonceDigest: string) => Promise<string | undefined>;
  /** Claims the right to charge the card of a bundle. Returns true for the first claim only, also among concurrent ones. */
  readonly claim: (use: CardUse, now: Timestamp) => Promise<boolean>;
}

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
