import type { Withdrawal } from '#/api/contract/seller.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { Badge } from '#/web/ui/badge.tsx';
import type { Tone } from '#/web/ui/badge.tsx';

const WITHDRAW_TONES: Readonly<Record<Withdrawal['status'], Tone>> = {
  APPROVED: 'positive',
  PENDING: 'warning',
  REJECTED: 'negative',
  CANCELED: 'neutral',
};

type WithdrawBadgeProps = Pick<Withdrawal, 'status' | 'waitsForApproval'>;

/** A withdrawal's status, or that staff must approve the withdrawal first. */
export const WithdrawBadge = ({ status, waitsForApproval }: WithdrawBadgeProps) => {
  const { finance, withdrawStatus } = useTexts();
  return (
    <Badge tone={WITHDRAW_TONES[status]}>
      {waitsForApproval ? finance.waitsForApproval : withdrawStatus[status]}
    </Badge>
  );
};
