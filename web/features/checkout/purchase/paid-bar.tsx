import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PaymentView } from '#/api/contract/checkout.ts';
import { formatMoney } from '#/web/lib/format.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { BAR, focusPayButton } from '#/web/features/checkout/pay-bar.tsx';
import { useTexts } from '#/web/features/checkout/texts.ts';

interface PaidBarProps {
  readonly payment: PaymentView;
  readonly href: string;
  readonly onBuyAgain: () => void;
}

/** Replaces the pay button after a payment, so that the buyer pays again on purpose. */
export const PaidBar = ({ payment, href, onBuyAgain }: PaidBarProps) => {
  const texts = useTexts();
  const language = useLanguage();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The removed pay button may have had the focus.
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, []);
  const isApproved = payment.status === 'APPROVED';
  const title = isApproved ? texts.paidTitle : texts.confirmingTitle;
  const total = formatMoney(payment.amount, payment.currency, language);
  return (
    <div ref={bar} role="group" tabIndex={-1} aria-label={title} className={BAR}>
      <p className="flex items-center gap-2 font-semibold">
        {isApproved && <ShieldCheck aria-hidden className="size-5 shrink-0 text-positive" />}
        {title}
      </p>
      <p className="mt-0.5 text-sm text-ink-muted">
        {isApproved ? texts.paidText(total) : texts.confirmingText(total)}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <a href={href} className="button button-primary">
          {texts.seePayment}
        </a>
        <button
          type="button"
          onClick={() => {
            onBuyAgain();
            focusPayButton();
          }}
          className="button button-quiet"
        >
          {texts.buyAgain}
        </button>
      </div>
    </div>
  );
};
