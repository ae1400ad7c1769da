import type { ReactNode } from 'react';
import { formatDateTime } from '#/web/lib/format.ts';
import { CardMark } from '#/web/checkout/page/card-mark.tsx';
import { markedBrand } from '#/web/checkout/page/card-marks.ts';
import { usePaymentPage } from './payment-context.ts';
import { useTexts } from './texts.ts';

interface RowProps {
  readonly label: string;
  /** Wraps the label, for sellers' titles. */
  readonly isWrapped?: boolean;
  readonly children: ReactNode;
}

const Row = ({ label, isWrapped = false, children }: RowProps) => (
  <div className="flex items-baseline justify-between gap-6 py-3">
    <dt className={`text-ink-muted ${isWrapped ? 'min-w-0 break-words' : 'shrink-0'}`}>{label}</dt>
    <dd className="min-w-0 text-right font-medium break-words">{children}</dd>
  </div>
);

const useMethodText = (): string => {
  const texts = useTexts();
  const { payment } = usePaymentPage();
  const { method, cardBrand, cardLastDigits, installments } = payment;
  if (method === 'PIX') return texts.pix;
  if (method === 'BILLET') return texts.boleto;
  const card =
    cardBrand !== null && cardLastDigits !== null
      ? texts.card(cardBrand.charAt(0).toUpperCase() + cardBrand.slice(1), cardLastDigits)
      : texts.creditCard;
  return `${card}, ${texts.installments(installments)}`;
};

export const Receipt = () => {
  const texts = useTexts();
  const { payment, money, language } = usePaymentPage();
  const method = useMethodText();
  const brand = markedBrand(payment.cardBrand ?? '');
  return (
    <section aria-label={texts.receipt}>
      <dl className="divide-y divide-line text-sm tabular-nums">
        {payment.sellerName !== null && <Row label={texts.seller}>{payment.sellerName}</Row>}
        {payment.lines.length > 1 ? (
          payment.lines.map(({ kind, title, amount }, index) => (
            <Row key={index} isWrapped label={kind === 'INTEREST' ? texts.interest : title}>
              <span className="whitespace-nowrap">{money(amount)}</span>
            </Row>
          ))
        ) : (
          <Row label={texts.product}>{payment.title}</Row>
        )}
        <Row label={texts.amount}>{money(payment.amount)}</Row>
        <Row label={texts.method}>
          {brand !== undefined && <CardMark brand={brand} className="mr-2 inline align-middle" />}
          {method}
        </Row>
        {payment.approvedAt !== null && (
          <Row label={texts.paidAt}>{formatDateTime(payment.approvedAt, language)}</Row>
        )}
        <Row label={texts.reference}>
          <span className="font-mono text-xs break-all">{payment.paymentId}</span>
        </Row>
      </dl>
      {payment.refundedAmount > 0 && payment.status === 'APPROVED' && (
        <p className="mt-2 text-sm text-ink-muted">
          {texts.partlyRefunded(money(payment.refundedAmount))}
        </p>
      )}
    </section>
  );
};
