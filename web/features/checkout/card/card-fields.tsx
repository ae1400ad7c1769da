import { CreditCard, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { InstallmentOption } from '#/api/contract/checkout.ts';
import { formatMoney } from '#/web/lib/format.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { CardMark } from '#/web/checkout/page/card-mark.tsx';
import type { BuyerForm } from '#/web/features/checkout/buyer/buyer-form.ts';
import { cardBrand, securityCodeLength } from './card.ts';
import { useCheckout } from '#/web/features/checkout/checkout-context.ts';
import { FieldFrame, TextField } from '#/web/features/checkout/field.tsx';
import { masks } from '#/web/features/checkout/buyer/masks.ts';
import { chosenInstallment } from '#/web/features/checkout/offer.ts';
import { useTexts } from '#/web/features/checkout/texts.ts';
import { isTokenizedByAcquirer } from './tokenize-card.ts';
import { useOrder } from '#/web/features/checkout/use-order.ts';

/** Makes the text of an option, without the total, which is under the field: phones cut long options off. */
const useOptionText = () => {
  const texts = useTexts();
  const language = useLanguage();
  const { coin } = useCheckout().checkout;
  return ({ installmentNumber, installmentValue, interestFree }: InstallmentOption) => {
    const value = formatMoney(installmentValue, coin, language);
    const interest = interestFree ? texts.interestFree : texts.withInterest;
    return `${texts.installment(installmentNumber, value)} ${interest}`;
  };
};

const Installments = () => {
  const texts = useTexts();
  const optionText = useOptionText();
  const { register, getValues, setValue } = useFormContext<BuyerForm>();
  const { installments, askInstallmentsAgain, installment, money } = useOrder();
  const options = installments.status === 'answered' ? installments.value : undefined;
  // Keeps the chosen option while it is offered.
  useEffect(() => {
    if (!options) return;
    const option = chosenInstallment(options, Number(getValues('cardInstallment')));
    setValue('cardInstallment', String(option?.installmentNumber ?? 1));
  }, [options, getValues, setValue]);
  if (installments.status === 'failed') {
    return (
      <p role="status" className="text-sm">
        {texts.installmentsFailed}{' '}
        <button
          type="button"
          onClick={askInstallmentsAgain}
          className="min-h-11 font-semibold text-primary-ink underline underline-offset-2"
        >
          {texts.tryAgain}
        </button>
      </p>
    );
  }
  return (
    <FieldFrame
      name="cardInstallment"
      label={texts.cardInstallments}
      message={undefined}
      hint={
        installment &&
        installment.installmentNumber > 1 &&
        texts.installmentTotal(money(installment.total))
      }
    >
      {options ? (
        <select {...register('cardInstallment')} id="cardInstallment" className="control select">
          {options.map((option) => (
            <option key={option.installmentNumber} value={option.installmentNumber}>
              {optionText(option)}
            </option>
          ))}
        </select>
      ) : (
        <div aria-busy className="skeleton h-12" />
      )}
    </FieldFrame>
  );
};

const CardNumber = () => {
  const texts = useTexts();
  const { control } = useFormContext<BuyerForm>();
  const brand = cardBrand(useWatch({ control, name: 'cardNumber' }));
  return (
    <TextField
      name="cardNumber"
      label={texts.cardNumber}
      mask={masks.cardNumber}
      inputMode="numeric"
      autoComplete="cc-number"
      placeholder="0000 0000 0000 0000"
      required
      trailing={
        brand ? (
          <span key={brand} role="img" aria-label={brand} className="appear">
            <CardMark brand={brand} />
          </span>
        ) : (
          <CreditCard aria-hidden className="size-6 text-ink-faint" strokeWidth={1.5} />
        )
      }
    />
  );
};

const SecurityCode = () => {
  const texts = useTexts();
  const { control } = useFormContext<BuyerForm>();
  const length = securityCodeLength(cardBrand(useWatch({ control, name: 'cardNumber' })));
  return (
    <TextField
      name="cardCvv"
      label={texts.cardCvv}
      hint={texts.cardCvvHint(length)}
      mask={masks.cardCvv}
      maxLength={length}
      inputMode="numeric"
      autoComplete="cc-csc"
      placeholder={'0'.repeat(length)}
      required
    />
  );
};

/** Card data are not stored. */
export const CardFields = () => {
  const texts = useTexts();
  const { checkout } = useCheckout();
  return (
    <div className="grid gap-4">
      <CardNumber />
      <TextField
        name="cardName"
        label={texts.cardName}
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          name="cardExpiration"
          label={texts.cardExpiration}
          mask={masks.cardExpiration}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={texts.cardExpirationPlaceholder}
          required
        />
        <SecurityCode />
      </div>
      {checkout.type === 'ONE_TIME' && <Installments />}
      <p className="flex items-start gap-2 text-sm text-ink-muted">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-positive" />
        {isTokenizedByAcquirer(checkout) ? texts.cardSafeDirect : texts.cardSafeThroughUs}
      </p>
    </div>
  );
};
