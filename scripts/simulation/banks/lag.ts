import type { World } from '#/scripts/simulation/world.ts';

/** Milliseconds. An acquirer's look-ups find what it has made at the latest after this time. */
export const LONGEST_LAG = 10_000;

/**
 * Whether the look-ups of an acquirer do not find something yet.
 * @param reference our id of the charge, refund, payout or registration
 * @param madeAt milliseconds since 1970
 */
export type IsAbsent = (reference: string, madeAt: number) => boolean;

/** @param share of what acquirers make that their look-ups lack at first, in [0, 1] */
export const createLag =
  (world: World, share: number, onMet: () => void): IsAbsent =>
  (reference, madeAt) => {
    const { chance, between } = world.draws;
    if (chance('absent at first', reference) >= share) return false;
    const isAbsent = world.now < madeAt + between([1, LONGEST_LAG], 'absent for', reference);
    if (isAbsent) onMet();
    return isAbsent;
  };
