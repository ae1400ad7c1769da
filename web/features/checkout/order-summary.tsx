import { ChevronDown, LockKeyhole, RefreshCw, ShieldCheck } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { formatDay } from '#/web/lib/format.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { useCheckout } from './checkout-context.ts';
import { nextChargeDay } from './purchase/next-charge.ts';
import { ProductImage } from '#/web/checkout/page/product-image.tsx';
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

const Shipping = () => {
  const texts = useTexts();
  const { totals, money } = useOrder();
  const { shipping, awaitedShipping } = totals;
  if (awaitedShipping === null) return undefined;
  const fare = awaitedShipping === 0 ? texts.free : money(awaitedShipping);
  return <Line label={texts.shipping}>{shipping === null ? texts.withCep(fare) : fare}</Line>;
};

/** The lines above the total. A product sold once and alone, without shipping or interest, has none: its price is the total. */
const Lines = () => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  const { totals, money } = useOrder();
  const hasBumps = totals.bumps.length > 0;
  const isSum = hasBumps || totals.awaitedShipping !== null || totals.interest > 0;
  return (
    <dl className="grid gap-2.5 text-sm empty:hidden">
      {hasBumps && (
        <>
          <Line label={checkout.product.name}>{money(checkout.price)}</Line>
          {totals.bumps.map(({ id, offer }) => (
            <Line key={id} label={offer.title}>
              {money(offer.price)}
            </Line>
          ))}
          <div className="my-1 border-t border-line" />
        </>
      )}
      {isSum && <Line label={texts.subtotal}>{money(totals.subtotal)}</Line>}
      <Shipping />
      {totals.interest > 0 && <Line label={texts.interest}>{money(totals.interest)}</Line>}
      <NextCharge money={money} />
    </dl>
  );
};

const Total = () => {
  const texts = useTexts();
  const { totals, installment, money } = useOrder();
  return (
    <div className="mt-5 border-t border-line-strong pt-4">
      <p className="text-sm font-medium">{texts.total}</p>
      <p className="mt-0.5 text-2xl font-bold tracking-tight tabular-nums">{money(totals.total)}</p>
      {installment && installment.installmentNumber > 1 && (
        <p className="text-sm text-ink-muted tabular-nums">
          {texts.installment(installment.installmentNumber, money(installment.installmentValue))}
        </p>
      )}
    </div>
  );
};

interface AssuranceProps {
  readonly Icon: LucideIcon;
  readonly text: string;
}

const Assurance = ({ Icon, text }: AssuranceProps) => (
  <li className="flex items-center gap-2">
    <Icon aria-hidden className="size-4 shrink-0 text-positive" />
    {text}
  </li>
);

const Assurances = () => {
  const texts = useTexts();
  const { type, frequencyInDays, product } = useCheckout().checkout;
  return (
    <ul className="mt-6 grid gap-2 text-sm text-ink-muted">
      {type === 'SUBSCRIPTION' && frequencyInDays !== null && (
        <Assurance Icon={RefreshCw} text={texts.everyDays(frequencyInDays)} />
      )}
      {product.warrantyDays > 0 && (
        <Assurance Icon={ShieldCheck} text={texts.warranty(product.warrantyDays)} />
      )}
      <Assurance Icon={LockKeyhole} text={texts.encrypted} />
    </ul>
  );
};

interface UnfoldProps {
  readonly isOpen: boolean;
  readonly onPress: () => void;
}

const Unfold = ({ isOpen, onPress }: UnfoldProps) => {
  const texts = useTexts();
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls="summary"
      onClick={onPress}
      className="-mb-2 flex min-h-11 items-center gap-1 text-sm font-medium text-primary-ink md:hidden"
    >
      {isOpen ? texts.hideSummary : texts.showSummary}
      <ChevronDown aria-hidden className={`size-4 transition ${isOpen ? 'rotate-180' : ''}`} />
    </button>
  );
};

const Product = ({ children }: { readonly children: ReactNode }) => {
  const texts = useTexts();
  const { product, sellerName } = useCheckout().checkout;
  return (
    <div className="flex gap-4">
      <ProductImage product={product} className="size-20 md:size-24" />
      <div className="min-w-0 flex-1">
        <h1 id="product" className="text-lg leading-snug font-semibold text-balance">
          {product.name}
        </h1>
        <p className="mt-0.5 text-sm text-ink-muted">{texts.soldBy(sellerName)}</p>
        {product.typeProduct === 'FISICO' && (
          <p className="mt-0.5 text-sm text-ink-muted">{texts.oneUnit}</p>
        )}
        {children}
      </div>
    </div>
  );
};

/** Folded on phones, where the pay bar shows the total. */
export const OrderSummary = () => {
  const { product } = useCheckout().checkout;
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="product">
      <Product>
        <Unfold isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
      </Product>
      <div id="summary" className={`mt-5 ${isOpen ? '' : 'hidden md:block'}`}>
        <p className="mb-5 line-clamp-3 text-sm text-ink-muted empty:hidden">
          {product.description}
        </p>
        <Lines />
        <Total />
        <Assurances />
      </div>
    </section>
  );
};
