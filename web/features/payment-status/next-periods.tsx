import { usePaymentPage } from './payment-context.ts';
import { useTexts } from './texts.ts';

/** How a subscription without automatic debit continues. */
export const NextPeriods = () => {
  const texts = useTexts();
  const { payment, money } = usePaymentPage();
  const { subscription, method } = payment;
  if (subscription === null || method === 'CREDIT_CARD') return undefined;
  const { recurrencePrice, frequencyInDays } = subscription;
  return (
    <p className="border-t border-line pt-4 text-sm text-ink-muted">
      {texts.subscription(money(recurrencePrice), frequencyInDays)}
    </p>
  );
};
