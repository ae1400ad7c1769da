import { ShoppingBag } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { PaymentView } from '#/api/contract/checkout.ts';
import { buyerDraft } from '#/web/checkout/page/buyer-draft.ts';
import { PageFrame } from '#/web/checkout/page/page-frame.tsx';
import { SellerMark } from '#/web/checkout/page/seller-mark.tsx';
import { Spinner } from '#/web/ui/native/spinner.tsx';
import { Approved } from './approved.tsx';
import { BoletoPanel } from './boleto-panel.tsx';
import { documentTitle } from './document-title.ts';
import { NextPeriods } from './next-periods.tsx';
import { Outcome } from './outcome.tsx';
import { PaymentContext, usePaymentPage } from './payment-context.ts';
import type { PaymentPageData } from './payment-context.ts';
import { PixPanel } from './pix-panel.tsx';
import { Receipt } from './receipt.tsx';
import { SandboxBank } from './sandbox-bank.tsx';
import { isWaiting, screenOf } from './screen.ts';
import type { Screen } from './screen.ts';
import { useTexts } from './texts.ts';
import { useNow } from './use-now.ts';
import { usePayment } from './use-payment.ts';

/** Says that we wait for the payment, with its amount, product and seller. */
const Waiting = ({ title }: { readonly title: string }) => {
  const texts = useTexts();
  const { payment, money } = usePaymentPage();
  return (
    <div className="mb-6 grid justify-items-center gap-1 text-center">
      <p className="inline-flex items-center gap-2 text-sm font-semibold text-warning print:hidden">
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-warning" />
        {texts.waiting}
      </p>
      <h1 className="text-lg font-semibold text-balance">{title}</h1>
      <p className="my-1 text-2xl font-bold tracking-tight tabular-nums">{money(payment.amount)}</p>
      <p className="text-sm text-ink-muted text-balance">{payment.title}</p>
      {payment.sellerName !== null && (
        <p className="text-sm text-ink-muted">{texts.soldBy(payment.sellerName)}</p>
      )}
    </div>
  );
};

const Preparing = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <>
    <Waiting title={title} />
    <div className="grid justify-items-center gap-3 py-4 text-center text-ink-muted">
      <Spinner />
      <p className="max-w-sm text-balance">{text}</p>
    </div>
  </>
);

const useOutcomes = () => {
  const texts = useTexts();
  const { payment, money, checkoutUrl } = usePaymentPage();
  const again = (label: string) => ({ label, href: checkoutUrl });
  return {
    'pix-expired': {
      look: 'ended',
      title: texts.expiredTitle,
      text: texts.expiredText,
      action: again(texts.newPix),
    },
    'boleto-expired': {
      look: 'ended',
      title: texts.boletoExpiredTitle,
      text: texts.boletoExpiredText,
      action: again(texts.newBoleto),
    },
    rejected: {
      look: 'negative',
      title: texts.rejectedTitle,
      text: texts.rejectedText,
      action: again(texts.retry),
    },
    canceled: {
      look: 'ended',
      title: texts.canceledTitle,
      text: texts.canceledText,
      action: again(texts.retry),
    },
    refunded: {
      look: 'returned',
      title: texts.refundedTitle,
      text: texts.refundedText[payment.method](money(payment.refundedAmount || payment.amount)),
    },
    chargeback: { look: 'negative', title: texts.chargebackTitle, text: texts.chargebackText },
  } as const;
};

const Content = ({ screen, now }: { readonly screen: Screen; readonly now: number }) => {
  const texts = useTexts();
  const { payment } = usePaymentPage();
  const outcomes = useOutcomes();
  switch (screen) {
    case 'pix':
      return (
        <>
          <Waiting title={texts.waitingTitle} />
          <div className="grid gap-5">
            <PixPanel code={payment.pixCode ?? ''} now={now} />
            <NextPeriods />
          </div>
        </>
      );
    case 'boleto':
      return (
        <>
          <Waiting title={texts.boletoTitle} />
          <div className="grid gap-5">
            <BoletoPanel line={payment.billetCode ?? ''} />
            <NextPeriods />
          </div>
        </>
      );
    case 'pix-preparing':
      return <Preparing title={texts.preparingPix} text={texts.preparingText} />;
    case 'boleto-preparing':
      return <Preparing title={texts.preparingBoleto} text={texts.preparingText} />;
    case 'card-pending':
      return <Preparing title={texts.cardTitle} text={texts.cardText} />;
    case 'approved':
      return <Approved />;
    case 'refunded':
      return (
        <Outcome {...outcomes.refunded}>
          <Receipt />
        </Outcome>
      );
    default:
      return <Outcome {...outcomes[screen]} />;
  }
};

/** Focuses a new screen, so that screen readers announce it. */
const useFocusOnNewScreen = (screen: Screen) => {
  const region = useRef<HTMLElement>(null);
  const announced = useRef(screen);
  useEffect(() => {
    if (screen === announced.current) return;
    announced.current = screen;
    region.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [screen]);
  return region;
};

/** Sets the tab's title, so that a tab in the background shows that the payment was made. */
const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = title;
  }, [title]);
};

/** Removes the form's draft after payment, so that the tab's next user does not see it. */
const useForgetDraftOncePaid = ({ status, offerId }: PaymentView): void => {
  useEffect(() => {
    if (status === 'APPROVED') buyerDraft(offerId).forget();
  }, [status, offerId]);
};

/** One page for all methods and states; `screen` is the part that changes (reference: Mercado Pago's Status Screen). */
export const PaymentPage = (page: PaymentPageData) => {
  const texts = useTexts();
  const { payment, isOffline } = usePayment(page.payment);
  const now = useNow(page.now, isWaiting(payment));
  const screen = screenOf(payment, now);
  const region = useFocusOnNewScreen(screen);
  useTitle(documentTitle(payment, texts, now));
  useForgetDraftOncePaid(payment);
  return (
    <PaymentContext value={{ ...page, payment }}>
      <PageFrame
        mark={
          payment.sellerName === null ? (
            <ShoppingBag aria-hidden className="size-6 shrink-0 text-primary-ink" />
          ) : (
            <SellerMark name={payment.sellerName} />
          )
        }
        name={payment.sellerName ?? texts.order}
        secure={texts.secure}
        footer={texts.footer}
      >
        <main
          ref={region}
          tabIndex={-1}
          className="mx-auto grid w-full max-w-xl gap-4 outline-none sm:px-4 sm:py-8"
        >
          <p
            role="status"
            className="text-center text-sm font-medium text-warning empty:hidden max-sm:mt-4"
          >
            {isOffline && isWaiting(payment) && texts.reconnecting}
          </p>
          <div className="border-line bg-surface px-4 py-6 max-sm:border-b sm:rounded-xl sm:border sm:p-8 sm:shadow-card print:border-0 print:shadow-none">
            <Content screen={screen} now={now} />
          </div>
          {payment.sandboxPayUrl !== null && (screen === 'pix' || screen === 'boleto') && (
            <SandboxBank url={payment.sandboxPayUrl} />
          )}
        </main>
      </PageFrame>
    </PaymentContext>
  );
};
