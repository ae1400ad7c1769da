import type { Sale } from '#/api/contract/sales.ts';
import { Badge } from '#/web/ui/badge.tsx';
import type { Tone } from '#/web/ui/badge.tsx';
import type { PaymentStatus } from './payment-statuses.ts';
import { useTexts } from '#/web/i18n/texts.ts';

const PAYMENT_TONES: Readonly<Record<PaymentStatus, Tone>> = {
  APPROVED: 'positive',
  PENDING: 'warning',
  REJECTED: 'negative',
  CHARGEBACK: 'negative',
  CANCELED: 'neutral',
  REFUNDED: 'accent',
};

interface SaleStatusProps {
  readonly sale: Pick<Sale, 'status' | 'refundedAmount'>;
}

/** A sale's status (acquirers.21, screens.26), and whether a part was refunded. */
export const SaleStatus = ({ sale: { status, refundedAmount } }: SaleStatusProps) => {
  const texts = useTexts();
  return (
    <span className="inline-flex flex-wrap gap-1 max-sm:flex-col max-sm:items-end">
      <Badge tone={PAYMENT_TONES[status]}>{texts.status[status]}</Badge>
      {status === 'APPROVED' && refundedAmount > 0 && (
        <Badge tone={PAYMENT_TONES.REFUNDED}>{texts.partlyRefunded}</Badge>
      )}
    </span>
  );
};
