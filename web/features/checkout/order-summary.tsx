import { ChevronDown, LockKeyhole, RefreshCw, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatDay } from '#/web/lib/format.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { useCheckout } from './checkout-context.ts';
import { nextChargeDay } from './next-charge.ts';
import { ProductImage } from './product-image.tsx';
import { useTexts } from './texts.ts';
import { useOrder } from './use-order.ts';

const Line = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="min-w-0 text-ink-muted">{label}</dt>
    <dd className="shrink-0 tabular-nums">{children}</dd>
  </div>
);

const NextCharge = ({ money }: { readonly money: (amount: number) => string }) => {
  const texts = useTexts();
  const language = useLanguage();
  const { checkout, now } = useCheckout();
  if (checkout.type !== 'SUBSCRIPTION' || checkout.frequencyInDays === null) return undefined;
  const day = formatDay(nextChargeDay(now, checkout.frequencyInDays), language);
  const amount = money(checkout.recurrencePrice ?? checkout.price);
  return <Line label={texts.nextCharge}>{texts.nextChargeText(amount, day)}</Line>;
};

const Lines = () => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  const { totals, money } = useOrder();
  return (
    <dl className="grid gap-2.5 text-sm">
      <Line label={checkout.product.name}>{money(checkout.price)}</Line>
      {totals.bumps.map(({ id, offer }) => (
        <Line key={id} label={offer.title}>
          {money(offer.price)}
        </Line>
      ))}
      <div className="my-1 border-t border-line" />
      <Line label={texts.subtotal}>{money(totals.subtotal)}</Line>
      {totals.shipping !== null && (
        <Line label={texts.shipping}>
          {totals.shipping === 0 ? texts.free : money(totals.shipping)}
        </Line>
      )}
      {totals.interest > 0 && <Line label={texts.interest}>{money(totals.interest)}</Line>}
      <NextCharge money={money} />
    </dl>
  );
};

const Promise = ({ icon, text }: { readonly icon: ReactNode; readonly text: string }) => (
  <li className="flex items-center gap-2">
    <span className="text-positive">{icon}</span>
    {text}
  </li>
);

/** What is bought and what it costs: folded on phones, where the total stays in sight on the pay bar. */
export const OrderSummary = () => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  const { product } = checkout;
  const { totals, installment, money } = useOrder();
  const [isOpen, setOpen] = useState(false);
  const folded = isOpen ? '' : 'hidden md:block';
  return (
    <section aria-labelledby="product" className="card overflow-hidden">
      <div className="flex gap-4 p-4 sm:p-5">
        <ProductImage src={product.image} className="size-18 md:size-20" />
        <div className="min-w-0 flex-1">
          <h1 id="product" className="text-lg leading-snug font-semibold text-balance">
            {product.name}
          </h1>
          <p className="mt-0.5 text-sm text-ink-muted">{texts.soldBy(checkout.sellerName)}</p>
          <p className="mt-1.5 text-sm text-ink-muted">{texts.oneUnit}</p>
        </div>
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="summary"
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-12 w-full items-center justify-between gap-3 border-t border-line px-4 text-sm font-medium md:hidden"
      >
        <span className="flex items-center gap-2 text-primary-ink">
          {texts.showSummary}
          <ChevronDown aria-hidden className={`size-4 transition ${isOpen ? 'rotate-180' : ''}`} />
        </span>
        <span className="font-semibold tabular-nums">{money(totals.total)}</span>
      </button>
      <div id="summary" className={`border-t border-line p-4 sm:p-5 ${folded}`}>
        <p className="mb-4 line-clamp-3 text-sm text-ink-muted empty:hidden">
          {product.description}
        </p>
        <Lines />
        <div className="mt-4 flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <span className="font-semibold">{texts.total}</span>
          <span className="text-right">
            <span className="block text-2xl font-bold tracking-tight tabular-nums">
              {money(totals.total)}
            </span>
            {installment && installment.installmentNumber > 1 && (
              <span className="block text-sm text-ink-muted tabular-nums">
                {texts.installment(
                  installment.installmentNumber,
                  money(installment.installmentValue),
                )}
              </span>
            )}
          </span>
        </div>
      </div>
      <ul
        className={`grid gap-2 border-t border-line bg-canvas px-4 py-3.5 text-sm text-ink-muted sm:px-5 ${folded}`}
      >
        {checkout.type === 'SUBSCRIPTION' && checkout.frequencyInDays !== null && (
          <Promise
            icon={<RefreshCw aria-hidden className="size-4" />}
            text={texts.everyDays(checkout.frequencyInDays)}
          />
        )}
        {product.warrantyDays > 0 && (
          <Promise
            icon={<ShieldCheck aria-hidden className="size-4" />}
            text={texts.warranty(product.warrantyDays)}
          />
        )}
        <Promise icon={<LockKeyhole aria-hidden className="size-4" />} text={texts.encrypted} />
      </ul>
    </section>
  );
};
