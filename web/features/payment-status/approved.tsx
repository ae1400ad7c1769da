import { Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { storedDeliveryAddress } from '#/web/checkout/page/delivery-address.ts';
import type { DeliveryAddress } from '#/web/checkout/page/delivery-address.ts';
import { ProductImage } from '#/web/checkout/page/product-image.tsx';
import { NextPeriods } from './next-periods.tsx';
import { usePaymentPage } from './payment-context.ts';
import { Receipt } from './receipt.tsx';
import { useTexts } from './texts.ts';

/** A tick that draws itself once; with reduced motion it appears complete. */
const Check = () => (
  <span
    aria-hidden
    className="come-up mb-3 grid size-16 place-items-center rounded-full bg-positive-strong text-surface"
  >
    <svg viewBox="0 0 24 24" className="size-8" fill="none" stroke="currentColor" strokeWidth={3}>
      <path
        d="m4.5 12.5 5 5 10-11"
        pathLength={1}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="drawn"
      />
    </svg>
  </span>
);

/** The delivery address is stored in the browser, so it is undefined until hydration. */
const useDestination = (paymentId: string): DeliveryAddress | undefined => {
  const [destination, setDestination] = useState<DeliveryAddress>();
  useEffect(() => setDestination(storedDeliveryAddress(paymentId).read()), [paymentId]);
  return destination;
};

const WhatComes = () => {
  const texts = useTexts();
  const { payment } = usePaymentPage();
  const { email, address = [] } = useDestination(payment.paymentId) ?? {};
  const isDigital = payment.typeProduct === 'DIGITAL';
  return (
    <section aria-labelledby="next" className="rounded-lg bg-sunken p-4">
      <h2 id="next" className="font-semibold">
        {texts.next}
      </h2>
      <p className="mt-1">{isDigital ? texts.approvedTextDigital : texts.approvedTextFisico}</p>
      {email !== undefined && (
        <dl className="appear mt-3 grid gap-3 text-sm print:hidden">
          {address.length > 0 && (
            <div>
              <dt className="text-ink-muted">{texts.sentTo}</dt>
              {address.map((line) => (
                <dd key={line} className="font-medium break-words">
                  {line}
                </dd>
              ))}
            </div>
          )}
          <div>
            <dt className="text-ink-muted">{texts.writesTo}</dt>
            <dd className="font-medium break-words">{email}</dd>
          </div>
        </dl>
      )}
    </section>
  );
};

/** A paid payment: amount, product and next steps. */
export const Approved = () => {
  const texts = useTexts();
  const { payment, money } = usePaymentPage();
  return (
    <div className="grid gap-6">
      <div className="grid justify-items-center gap-1 text-center">
        <Check />
        <h1 className="text-lg font-semibold">{texts.approvedTitle}</h1>
        <p className="my-1 text-2xl font-bold tracking-tight tabular-nums">
          {money(payment.amount)}
        </p>
        <div className="mt-3 flex max-w-full items-center gap-4 text-left">
          <ProductImage product={payment} className="size-20" />
          <p className="min-w-0 font-medium break-words">{payment.title}</p>
        </div>
      </div>
      <WhatComes />
      <Receipt />
      <NextPeriods />
      <button type="button" onClick={() => print()} className="button button-quiet print:hidden">
        <Printer aria-hidden className="size-5" />
        {texts.printReceipt}
      </button>
    </div>
  );
};
