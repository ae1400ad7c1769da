import { SIDES } from '#/scripts/simulation/deaths.ts';
import { createDraws } from '#/scripts/simulation/draws.ts';
import { LATE_OPERATIONS } from '#/scripts/simulation/operations.ts';
import { aimOf } from './aims.ts';
import type { Input } from './history.ts';

/** Numbers of the first input of each kind; no other input has them. */
const AIMED = 10_003;
const LATE = 10_100;

/** Draws two deaths at the call, in either order: one before its effect, and one after it. */
export const drawAimed = (seed: number): readonly Input[] => {
  const operation = aimOf(seed);
  if (operation === undefined) return [];
  const isAfterFirst = createDraws(seed).chance('first dies after') < 0.5;
  const sides = isAfterFirst ? SIDES.toReversed() : SIDES;
  return sides.map(
    (side, index) =>
      ({ at: 0, nth: AIMED + index, kind: 'die', operation, passed: 0, side }) as const,
  );
};

/** Drawn operations at which too few processes die otherwise, although many histories reach them. */
const OFTEN_REACHED: readonly string[] = ['append PaymentRefunded', 'append ReceiverRegistered'];

/** Whether so few histories reach a call that a process must die there in each of them. */
const isSeldom = (operation: string): boolean =>
  /WithdrawalTaken|RegistrationRefused|Refund(?:Failed|HoldRefused|Resolved)|NoticeRefused|FoundPaid|Contradicted/.test(
    operation,
  );

/** The share of the histories in which a process is to die at a call late. */
const shareOf = (operation: string): number => {
  if (isSeldom(operation)) return 1;
  return OFTEN_REACHED.includes(operation) ? 0.05 : 0.5;
};

/**
 * For each of the operations that deaths at drawn moments seldom meet, draws two deaths in a share of the histories: one before the effect
 * of a call and one after the effect of the next call, or in the other order.
 */
export const drawLateDeaths = (seed: number): readonly Input[] => {
  const { chance } = createDraws(seed);
  return [...LATE_OPERATIONS, 'append PaymentRejected', ...OFTEN_REACHED].flatMap(
    (operation, index) => {
      if (chance('late death', operation) >= shareOf(operation)) return [];
      // At calls that only a few of 300 histories reach, the two orders alternate by seed, so that both occur.
      const isAfterFirst = /RefundHoldRefused|RefundResol/.test(operation)
        ? Math.floor(seed / 120) % 2 === 0
        : chance('late death after', operation) < 0.5;
      const sides = isAfterFirst ? SIDES.toReversed() : SIDES;
      return sides.map((side, second) => {
        const nth = LATE + index * 2 + second;
        return { at: 0, nth, kind: 'die', operation, passed: 0, side } as const;
      });
    },
  );
};
