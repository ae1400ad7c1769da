import { CircleAlert, WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { PixMark } from '#/web/ui/native/pix-mark.tsx';
import { cardFields } from './buyer-form.ts';
import type { BuyerForm } from './buyer-form.ts';
import { useCheckout } from './checkout-context.ts';
import { useTexts } from './texts.ts';
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
    case 'card-refused':
      return {
        title: texts.cardRefusedTitle,
        text: checkout.pixEnabled ? texts.cardRefusedText : texts.cardRefusedTextOnly,
      };
  }
};

const CardRefusedActions = ({ onDone }: { readonly onDone: () => void }) => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  const { setValue, setFocus } = useFormContext<BuyerForm>();
  const payWithPix = () => {
    setValue('paymentMethod', 'PIX');
    onDone();
  };
  const emptyCard = () => {
    for (const name of cardFields) setValue(name, '');
    setFocus('cardNumber');
    onDone();
  };
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {checkout.pixEnabled && (
        <button type="button" onClick={payWithPix} className="button button-primary">
          <PixMark className="size-4" />
          {texts.payWithPix}
        </button>
      )}
      <button type="button" onClick={emptyCard} className="button button-quiet">
        {texts.anotherCard}
      </button>
    </div>
  );
};

/** Why the purchase did not go through and what can be done now; the toast beside it only says that. */
export const RefusalPanel = ({ failure, onDone }: RefusalPanelProps) => {
  const { title, text } = usePanelTexts(failure);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Browsers are about to answer with a promise, which React would take for a clean-up.
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  const Icon = failure.kind === 'offline' ? WifiOff : CircleAlert;
  return (
    <div
      ref={panel}
      role="group"
      aria-label={title}
      className="appear flex gap-3 rounded-xl border border-negative/30 bg-negative-soft p-4"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-negative" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5 text-sm text-ink-muted">{text}</p>
        {failure.kind === 'card-refused' && <CardRefusedActions onDone={onDone} />}
      </div>
    </div>
  );
};
