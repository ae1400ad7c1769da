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

export const StatusBadge = ({ status }: { readonly status: PaymentStatus }) => {
  const texts = useTexts();
  return <Badge tone={PAYMENT_TONES[status]}>{texts.status[status]}</Badge>;
};

export const WithdrawBadge = ({ status }: { readonly status: WithdrawStatus }) => {
  const texts = useTexts();
  return <Badge tone={WITHDRAW_TONES[status]}>{texts.withdrawStatus[status]}</Badge>;
};
