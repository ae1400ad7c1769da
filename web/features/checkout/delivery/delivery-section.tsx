import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { stateNames, states } from '#/domain/brazil/states.ts';
import { formatMoney } from '#/web/lib/format.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { Spinner } from '#/web/ui/native/spinner.tsx';
import type { BuyerForm } from '#/web/features/checkout/buyer/buyer-form.ts';
import { useCheckout } from '#/web/features/checkout/checkout-context.ts';
import { FieldFrame, TextField, useFieldError } from '#/web/features/checkout/field.tsx';
import { masks } from '#/web/features/checkout/buyer/masks.ts';
import { Section } from '#/web/features/checkout/section.tsx';
import { useTexts } from '#/web/features/checkout/texts.ts';
import { useAddressLookup } from './use-address-lookup.ts';
import type { AddressLookup } from './use-address-lookup.ts';
import { useOrder } from '#/web/features/checkout/use-order.ts';

const StateField = () => {
  const texts = useTexts();
  const { register } = useFormContext<BuyerForm>();
  const { message, attributes } = useFieldError('state');
  return (
    <FieldFrame name="state" label={texts.state} message={message} className="sm:col-span-2">
      <select
        {...register('state')}
        {...attributes}
        id="state"
        autoComplete="shipping address-level1"
        required
        className="control select"
      >
        <option value="">{texts.chooseState}</option>
        {states.map((code) => (
          <option key={code} value={code}>
            {stateNames[code]}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
};

const AddressFields = () => {
  const texts = useTexts();
  return (
    <div className="appear grid gap-4 sm:grid-cols-6">
      <TextField
        name="street"
        label={texts.street}
        autoComplete="shipping address-line1"
        required
        className="sm:col-span-4"
      />
      <TextField
        name="number"
        label={texts.number}
        autoComplete="off"
        required
        className="sm:col-span-2"
      />
      <TextField
        name="complement"
        label={texts.complement}
        autoComplete="shipping address-line2"
        className="sm:col-span-3"
      />
      <TextField
        name="district"
        label={texts.district}
        autoComplete="shipping address-level3"
        required
        className="sm:col-span-3"
      />
      <TextField
        name="city"
        label={texts.city}
        autoComplete="shipping address-level2"
        required
        className="sm:col-span-4"
      />
      <StateField />
    </div>
  );
};

const DeliveryOptions = () => {
  const texts = useTexts();
  const language = useLanguage();
  const { checkout } = useCheckout();
  const { register, getValues } = useFormContext<BuyerForm>();
  if (checkout.deliveryOptions.length === 0) return undefined;
  return (
    <fieldset className="appear">
      <legend className="mb-1.5 text-sm font-medium">{texts.deliveryOptions}</legend>
      <div className="choices">
        {checkout.deliveryOptions.map(({ id, description, deliveryTime, fareAmount }) => {
          const fare = checkout.fretePrice ?? fareAmount;
          return (
            <label key={id} className="flex min-h-14 cursor-pointer items-center gap-3 px-4 py-2.5">
              <input
                {...register('deliveryOptionId')}
                type="radio"
                value={id}
                defaultChecked={getValues('deliveryOptionId') === id}
                className="size-5 shrink-0 accent-primary"
              />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{description}</span>
                <span className="block text-sm text-ink-muted">{deliveryTime}</span>
              </span>
              <span className="font-semibold tabular-nums">
                {fare === 0 ? texts.free : formatMoney(fare, checkout.coin, language)}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
};

/** Says that the address is being looked up, what to do if no address was found, or why the ZIP code is needed. */
const usePostalCodeHint = ({ advice, isSearching }: AddressLookup): ReactNode => {
  const texts = useTexts();
  const { totals, money } = useOrder();
  if (isSearching) return texts.cepSearching;
  if (advice !== undefined) return <span className="font-medium text-warning">{advice}</span>;
  return totals.awaitedShipping ? texts.cepHintFare(money(totals.awaitedShipping)) : texts.cepHint;
};

/** Shown when something is shipped. */
export const DeliverySection = () => {
  const texts = useTexts();
  const lookup = useAddressLookup();
  const hint = usePostalCodeHint(lookup);
  const { attempted, isSearching } = lookup;
  return (
    <Section id="delivery" title={texts.delivery}>
      <div className="grid gap-5">
        <TextField
          name="cep"
          label={texts.cep}
          hint={hint}
          mask={masks.cep}
          inputMode="numeric"
          autoComplete="shipping postal-code"
          placeholder="00000-000"
          required
          trailing={isSearching && <Spinner />}
          className="sm:max-w-72"
        />
        {attempted && <AddressFields />}
        {attempted && <DeliveryOptions />}
      </div>
    </Section>
  );
};
