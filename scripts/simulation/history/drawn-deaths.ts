import { SIDES } from '#/scripts/simulation/deaths.ts';
import { createDraws } from '#/scripts/simulation/draws.ts';
import { LATE_OPERATIONS, REGULAR_OPERATIONS } from '#/scripts/simulation/operations.ts';
import { aimOf } from './aims.ts';
import type { Input } from './history.ts';

/** Numbers of the first inputs; no other input has them. */
const AIMED = 10_003;
const LATE = 10_100;

/** Draws two deaths at the call at which the seed aims, on either side of its effect. */
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

/** Calls that many histories reach, but at which drawn moments let too few processes die. */
const OFTEN_REACHED: readonly string[] = [
  'append PaymentRefunded',
  'append ReceiverRegistered',
  ...REGULAR_OPERATIONS,
];

/** True for a call that so few histories reach that a process must die there in each. */
const isSeldom = (operation: string): boolean =>
  /WithdrawalTaken|RegistrationRefused|Refund(?:Failed|HoldRefused|Resolved)|NoticeRefused|FoundPaid|Contradicted|WordUnheard/.test(
    operation,
  );

/** The share of histories in which a process dies at this call. */
const shareOf = (operation: string): number => {
  if (isSeldom(operation)) return 1;
  return OFTEN_REACHED.includes(operation) ? 0.05 : 0.5;
};

/** Draws two deaths, on either side of the effect, at calls that deaths at drawn moments seldom meet. */
export const drawLateDeaths = (seed: number): readonly Input[] => {
  const { chance } = createDraws(seed);
  return [...LATE_OPERATIONS, 'append PaymentRejected', ...OFTEN_REACHED].flatMap(
    (operation, index) => {
      if (chance('late death', operation) >= shareOf(operation)) return [];
      // Few histories reach these calls, so the order alternates by seed.
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
