import { useEffect } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { releaseSubmits } from '#/web/lib/early-submit.ts';
import { PageFrame } from '#/web/checkout/page/page-frame.tsx';
import { SellerMark } from '#/web/checkout/page/seller-mark.tsx';
import { Toaster } from '#/web/ui/native/toaster.tsx';
import { hasBegun } from './buyer/buyer-form.ts';
import type { BuyerForm } from './buyer/buyer-form.ts';
import { CheckoutContext } from './checkout-context.ts';
import type { CheckoutPageData } from './checkout-context.ts';
import { DeliverySection } from './delivery/delivery-section.tsx';
import { IdentitySection } from './buyer/identity-section.tsx';
import { NoMethod } from './no-method.tsx';
import { enabledMethods } from './offer.ts';
import { OrderBumps } from './order-bumps.tsx';
import { OrderProvider } from './order-provider.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaidBar } from './purchase/paid-bar.tsx';
import { PayBar } from './pay-bar.tsx';
import { PaymentSection } from './payment-section.tsx';
import { RefusalPanel } from './purchase/refusal-panel.tsx';
import { useTexts } from './texts.ts';
import { FORM_ID, useBuyerForm } from './buyer/use-buyer-form.ts';
import { useErrorToast } from './use-error-toast.ts';
import { useLeavePrompt } from './use-leave-prompt.ts';
import { useIsShipped } from './use-order.ts';
import { usePurchase } from './purchase/use-purchase.ts';

interface FormProps {
  readonly onInvalid: () => void;
}

const Form = ({ onInvalid }: FormProps) => {
  const isShipped = useIsShipped();
  const { press, stage, paymentUrl, forgetFailure, buyAgain } = usePurchase(onInvalid);
  const { control } = useFormContext<BuyerForm>();
  // Data from the URL or a draft count too: closing the tab would lose them.
  const isBegun = useWatch({ control, compute: hasBegun });
  useLeavePrompt(isBegun && stage.kind !== 'leaving' && stage.kind !== 'paid');
  useEffect(releaseSubmits, []);
  return (
    <form id={FORM_ID} method="post" noValidate onSubmit={press} className="grid gap-8 md:gap-10">
      <IdentitySection />
      {isShipped && <DeliverySection />}
      <OrderBumps />
      <PaymentSection />
      {stage.kind === 'failed' && <RefusalPanel failure={stage.failure} onDone={forgetFailure} />}
      {stage.kind === 'paid' ? (
        <PaidBar
          payment={stage.payment}
          href={paymentUrl(stage.payment.paymentId)}
          onBuyAgain={() => buyAgain(stage.payment)}
        />
      ) : (
        <PayBar isBusy={stage.kind === 'busy' || stage.kind === 'leaving'} />
      )}
    </form>
  );
};

/** The default layout (checkout.10). */
export const CheckoutPage = (page: CheckoutPageData) => {
  const { checkout } = page;
  const texts = useTexts();
  const { form, shown } = useBuyerForm(page);
  const onInvalid = useErrorToast(form, shown);
  return (
    <CheckoutContext value={page}>
      <FormProvider {...form}>
        <OrderProvider>
          <PageFrame
            mark={<SellerMark name={checkout.sellerName} />}
            name={checkout.sellerName}
            secure={texts.secure}
            footer={texts.footer}
          >
            <div className="beside-order flex-1">
              <main className="mx-auto grid w-full max-w-[1000px] md:grid-cols-[minmax(0,1fr)_22rem]">
                <aside className="border-b border-line bg-sunken p-4 md:order-2 md:border-0 md:bg-transparent md:py-10 md:pr-4 md:pl-8">
                  <div className="md:sticky md:top-10">
                    <OrderSummary />
                  </div>
                </aside>
                <div className="px-4 pt-6 md:py-10 md:pr-10">
                  {enabledMethods(checkout).length === 0 ? (
                    <NoMethod />
                  ) : (
                    <Form onInvalid={onInvalid} />
                  )}
                </div>
              </main>
            </div>
          </PageFrame>
        </OrderProvider>
        <Toaster dismissLabel={texts.dismiss} />
      </FormProvider>
    </CheckoutContext>
  );
};
