import type { WaitingWithdrawal } from '#/api/contract/payouts.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000;

/** A destination is young for this time: someone who takes over an account adds their own destination and soon withdraws to it. */
const YOUNG_DAYS = 3;

export type Risk =
  | 'SELLER_BLOCKED'
  | 'FIRST_PAYOUT'
  | 'YOUNG_DESTINATION'
  | 'OTHER_HOLDER'
  | 'EMPTIES_ACCOUNT'
  | 'ACQUIRER_DOWN';

type RiskFacts = Pick<
  WaitingWithdrawal,
  'isSellerBlocked' | 'payouts' | 'destinationApprovedAt' | 'holderName' | 'available' | 'acquirer'
>;

/** Why staff should look twice. @param now in milliseconds since 1970 */
export const risksOf = (
  { isSellerBlocked, payouts, destinationApprovedAt, holderName, available, acquirer }: RiskFacts,
  now: number,
): readonly Risk[] => {
  const isYoung =
    destinationApprovedAt !== null &&
    now - Date.parse(destinationApprovedAt) < YOUNG_DAYS * DAY_MILLISECONDS;
  const risks: readonly (Risk | false)[] = [
    isSellerBlocked && 'SELLER_BLOCKED',
    payouts === 0 && 'FIRST_PAYOUT',
    isYoung && 'YOUNG_DESTINATION',
    holderName !== null && 'OTHER_HOLDER',
    available <= 0 && 'EMPTIES_ACCOUNT',
    (!acquirer.isConnected || acquirer.suspendedUntil !== null) && 'ACQUIRER_DOWN',
  ];
  return risks.filter((risk) => risk !== false);
};
