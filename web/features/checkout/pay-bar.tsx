import { LockKeyhole } from 'lucide-react';
import type { KeyboardEvent as KeyPress, MouseEvent as Click } from 'react';
import { Spinner } from '#/web/ui/native/spinner.tsx';
import { useCheckout } from './checkout-context.ts';
import { useTexts } from './texts.ts';
import { useOrder } from './use-order.ts';

const PAY_ID = 'pay';

/** On phones the bar stays at the bottom. */
export const BAR =
  'sticky bottom-0 z-10 -mx-4 border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-bar md:static md:mx-0 md:border-0 md:bg-transparent md:p-0 md:shadow-none';

/** Focuses the button in the next frame, when it is rendered or enabled. */
export const focusPayButton = (): void => {
  requestAnimationFrame(() => document.getElementById(PAY_ID)?.focus());
};

const usePayLabel = () => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  const { paymentMethod, totals, money } = useOrder();
  const total = money(totals.total);
  if (checkout.type === 'SUBSCRIPTION') return texts.subscribe(total);
  if (paymentMethod === 'PIX')
    return checkout.wording === 'SHORT' ? texts.payPixShort : texts.payPix(total);
  return paymentMethod === 'BILLET' ? texts.payBoleto(total) : texts.payCard(total);
};

/** For phones only, where the order summary is out of sight. */
const Total = () => {
  const texts = useTexts();
  const { totals, installment, money } = useOrder();
  return (
    <p className="mb-2 flex items-center justify-between gap-4 md:hidden">
      <span className="text-sm leading-tight">
        <span className="block font-medium">{texts.total}</span>
        {installment && installment.installmentNumber > 1 && (
          <span className="block text-ink-muted tabular-nums">
            {texts.installment(installment.installmentNumber, money(installment.installmentValue))}
          </span>
        )}
      </span>
      <strong className="text-xl font-bold tracking-tight tabular-nums">
        {money(totals.total)}
      </strong>
    </p>
  );
};

/** A second click of a double click, or a held Enter, was meant for a button that was at this place before. */
const ignoreRepeat = (event: Click | KeyPress): void => {
  const { nativeEvent } = event;
  const isRepeat =
    nativeEvent instanceof KeyboardEvent
      ? nativeEvent.key === 'Enter' && nativeEvent.repeat
      : nativeEvent.detail > 1;
  if (isRepeat) event.preventDefault();
};

/** The button that buys, with the price, and on phones the total above it. */
export const PayBar = ({ isBusy }: { readonly isBusy: boolean }) => {
  const texts = useTexts();
  const { totals, money } = useOrder();
  const payLabel = usePayLabel();
  return (
    <div className={BAR}>
      <Total />
      <button
        id={PAY_ID}
        type="submit"
        disabled={isBusy}
        aria-busy={isBusy}
        onClick={ignoreRepeat}
        onKeyDown={ignoreRepeat}
        className="button button-primary min-h-14 w-full text-lg disabled:opacity-85"
      >
        {isBusy ? <Spinner /> : <LockKeyhole aria-hidden className="size-5" strokeWidth={2.25} />}
        <span className="tabular-nums">{isBusy ? texts.processing : payLabel}</span>
      </button>
      <p role="status" className="sr-only">
        {isBusy ? texts.processing : texts.totalNow(money(totals.total))}
      </p>
    </div>
  );
};
