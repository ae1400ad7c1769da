import type { Sale } from '#/api/contract/seller.ts';
import { Badge } from './badge.tsx';
import type { Tone } from './badge.tsx';
import type { PaymentStatus, WithdrawStatus } from './payment-words.ts';
import { useTexts } from './texts.ts';

const PAYMENT_TONES: Readonly<Record<PaymentStatus, Tone>> = {
  APPROVED: 'positive',
  PENDING: 'warning',
  REJECTED: 'negative',
  CHARGEBACK: 'negative',
  CANCELED: 'neutral',
  REFUNDED: 'accent',
};

const WITHDRAW_TONES: Readonly<Record<WithdrawStatus, Tone>> = {
  APPROVED: 'positive',
  PENDING: 'warning',
  REJECTED: 'negative',
  CANCELED: 'neutral',
};

interface SaleStatusProps {
  readonly sale: Pick<Sale, 'status' | 'refundedAmount'>;
}

/** One of the six statuses of acquirers.21, screens.26, and whether part of the payment was refunded. */
export const SaleStatus = ({ sale: { status, refundedAmount } }: SaleStatusProps) => {
  const texts = useTexts();
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge tone={PAYMENT_TONES[status]}>{texts.status[status]}</Badge>
      {status === 'APPROVED' && refundedAmount > 0 && (
        <Badge tone={PAYMENT_TONES.REFUNDED}>{texts.partlyRefunded}</Badge>
      )}
    </span>
  );
};

export const WithdrawBadge = ({ status }: { readonly status: WithdrawStatus }) => {
  const texts = useTexts();
  return <Badge tone={WITHDRAW_TONES[status]}>{texts.withdrawStatus[status]}</Badge>;
};
