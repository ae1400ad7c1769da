import { Barcode, CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { PixMark } from '#/web/checkout/page/pix-mark.tsx';
import type { BuyerForm } from './buyer/buyer-form.ts';
import { CardFields } from './card/card-fields.tsx';
import { useCheckout } from './checkout-context.ts';
import { enabledMethods } from './offer.ts';
import { Section } from './section.tsx';
import { useTexts } from './texts.ts';

interface MethodProps {
  readonly method: BuyerForm['paymentMethod'];
  readonly icon: ReactNode;
  readonly label: string;
  readonly tag?: ReactNode;
  readonly isChosen: boolean;
  readonly children: ReactNode;
}

/** A payment method, whose content unfolds when the method is chosen. */
const Method = ({ method, icon, label, tag, isChosen, children }: MethodProps) => {
  const { register } = useFormContext<BuyerForm>();
  return (
    <div>
      <label className="flex min-h-14 cursor-pointer items-center gap-3 px-4">
        <input
          {...register('paymentMethod')}
          type="radio"
          value={method}
          defaultChecked={isChosen}
          className="size-5 shrink-0 accent-primary"
        />
        <span className="text-ink-muted">{icon}</span>
        <span className={`flex-1 ${isChosen ? 'font-semibold' : 'font-medium'}`}>{label}</span>
        {tag}
      </label>
      {isChosen && <div className="appear px-4 pt-1 pb-5">{children}</div>}
    </div>
  );
};

const Tag = ({
  text,
  isPositive = false,
}: {
  readonly text: string;
  readonly isPositive?: boolean;
}) => (
  <span
    className={`text-right text-sm ${isPositive ? 'font-medium text-positive' : 'text-ink-muted'}`}
  >
    {text}
  </span>
);

/** Explains the method, and that a subscription by it does not renew automatically. */
const Explained = ({ text }: { readonly text: string }) => {
  const texts = useTexts();
  const { type, frequencyInDays } = useCheckout().checkout;
  return (
    <div className="grid gap-2 text-sm text-ink-muted">
      <p>{text}</p>
      {type === 'SUBSCRIPTION' && frequencyInDays !== null && (
        <p>{texts.paidEachTime(frequencyInDays)}</p>
      )}
    </div>
  );
};

/** The offer's payment methods (checkout.57). */
export const PaymentSection = () => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  const { control } = useFormContext<BuyerForm>();
  const chosen = useWatch({ control, name: 'paymentMethod' });
  const methods = {
    PIX: {
      icon: <PixMark className="size-6 text-teal" />,
      label: texts.pix,
      tag: <Tag isPositive text={texts.pixTag} />,
      content: <Explained text={texts.pixText} />,
    },
    CREDIT_CARD: {
      icon: <CreditCard aria-hidden />,
      label: texts.creditCard,
      content: <CardFields />,
    },
    BILLET: {
      icon: <Barcode aria-hidden />,
      label: texts.boleto,
      tag: <Tag text={texts.boletoTag} />,
      content: <Explained text={texts.boletoText} />,
    },
  } as const;
  return (
    <Section id="payment" title={texts.payment}>
      <fieldset>
        <legend className="sr-only">{texts.paymentMethod}</legend>
        <div className="choices">
          {enabledMethods(checkout).map((method) => {
            const { content, ...look } = methods[method];
            return (
              <Method key={method} method={method} isChosen={chosen === method} {...look}>
                {content}
              </Method>
            );
          })}
        </div>
      </fieldset>
    </Section>
  );
};
