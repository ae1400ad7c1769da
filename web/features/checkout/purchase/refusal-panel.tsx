import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { cardFields } from '#/web/features/checkout/buyer/buyer-form.ts';
import type { BuyerForm } from '#/web/features/checkout/buyer/buyer-form.ts';
import { useCheckout } from '#/web/features/checkout/checkout-context.ts';
import { enabledMethods } from '#/web/features/checkout/offer.ts';
import { focusPayButton } from '#/web/features/checkout/pay-bar.tsx';
import { useTexts } from '#/web/features/checkout/texts.ts';
import type { PurchaseFailure } from './use-purchase.ts';

interface RefusalPanelProps {
  readonly failure: PurchaseFailure;
  readonly onDone: () => void;
}

const usePanelTexts = (failure: PurchaseFailure) => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  switch (failure.kind) {
    case 'offline':
      return { title: texts.offline, text: texts.offlineText };
    case 'failed':
      return { title: texts.failedTitle, text: failure.text };
    case 'above-limit':
      return { title: texts.failedTitle, text: `${failure.text} ${texts.aboveLimitText}` };
    case 'card-refused':
      if (failure.text !== null) return { title: texts.failedTitle, text: failure.text };
      return {
        title: texts.cardRefusedTitle,
        text: checkout.pixEnabled ? texts.cardRefusedText : texts.cardRefusedTextOnly,
      };
  }
};

/** "Try again" submits the form, and so buys. The other buttons only prepare the form. */
const Actions = ({ failure, onDone }: RefusalPanelProps) => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  const { control, setValue, setFocus } = useFormContext<BuyerForm>();
  const chosen = useWatch({ control, name: 'paymentMethod' });
  const emptyCard = (): void => {
    for (const name of cardFields) setValue(name, '');
    onDone();
    setFocus('cardNumber');
  };
  const others = enabledMethods(checkout).filter((method) => method !== chosen);
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {failure.kind !== 'card-refused' && (
        <button type="submit" className="button button-primary">
          {texts.tryAgain}
        </button>
      )}
      {failure.kind !== 'offline' && chosen === 'CREDIT_CARD' && (
        <button type="button" onClick={emptyCard} className="button button-quiet">
          {texts.anotherCard}
        </button>
      )}
      {failure.kind !== 'offline' &&
        others.map((method) => (
          <button
            key={method}
            type="button"
            onClick={() => {
              // Another method removes the panel.
              setValue('paymentMethod', method);
              focusPayButton();
            }}
            className="button button-quiet"
          >
            {texts.switchTo[method]}
          </button>
        ))}
    </div>
  );
};

/** Why the purchase failed, and what the buyer can do. */
export const RefusalPanel = ({ failure, onDone }: RefusalPanelProps) => {
  const { title, text } = usePanelTexts(failure);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The disabled pay button lost the focus.
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  return (
    <div
      ref={panel}
      role="group"
      tabIndex={-1}
      aria-label={title}
      className="appear flex gap-3 rounded-xl border border-negative/30 bg-negative-soft p-4"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-negative" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5 text-sm text-ink-muted">{text}</p>
        {failure.kind !== 'above-limit' && <Actions failure={failure} onDone={onDone} />}
      </div>
    </div>
  );
};
