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

/** One of a withdrawal's four statuses. */
export const WithdrawBadge = ({ status }: { readonly status: Withdrawal['status'] }) => {
  const texts = useTexts();
  return <Badge tone={WITHDRAW_TONES[status]}>{texts.withdrawStatus[status]}</Badge>;
};
