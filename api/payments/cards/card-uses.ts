import type { Timestamp } from '#/domain/values/time.ts';

/** The use of an encrypted card (`encrypted-card.ts`). Contains only a digest of its nonce. */
export interface CardUse {
  readonly nonceDigest: string;
  readonly paymentId: string;
  readonly expiresAt: Timestamp;
}

export interface CardUses {
  readonly paymentOf: (nonceDigest: string) => Promise<string | undefined>;
  /** Claims the right to charge an encrypted card. Returns true for the first claim only, also among concurrent ones. */
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
