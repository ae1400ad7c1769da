import { useController } from 'react-hook-form';
import type { OrderBump } from '#/api/contract/checkout.ts';
import { formatMoney } from '#/web/lib/format.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import type { BuyerForm } from './buyer/buyer-form.ts';
import { useCheckout } from './checkout-context.ts';
import { ProductImage } from '#/web/checkout/page/product-image.tsx';
import { useTexts } from './texts.ts';

const Bump = ({ bump: { id, offer } }: { readonly bump: OrderBump }) => {
  const texts = useTexts();
  const language = useLanguage();
  const { checkout } = useCheckout();
  const { field } = useController<BuyerForm, 'orderBumpsIds'>({ name: 'orderBumpsIds' });
  const isChosen = field.value.includes(id);
  const toggle = () =>
    field.onChange(isChosen ? field.value.filter((chosen) => chosen !== id) : [...field.value, id]);
  const money = (amount: number) => formatMoney(amount, checkout.coin, language);
  return (
    <label className="flex cursor-pointer items-center gap-3 p-3 transition-colors has-checked:bg-primary-soft sm:p-4">
      <input
        type="checkbox"
        name="orderBumpsIds"
        value={id}
        checked={isChosen}
        onChange={toggle}
        className="size-5 shrink-0 accent-primary"
      />
      <ProductImage product={offer.product} className="size-14" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{offer.title}</span>
        <span className="mt-0.5 block text-sm text-ink-muted">
          {offer.fakePrice > offer.price && (
            <>
              <span className="sr-only">{texts.insteadOf} </span>
              <s className="tabular-nums">{money(offer.fakePrice)}</s>{' '}
            </>
          )}
          {texts.onlyFor}{' '}
          <strong className="text-base text-positive tabular-nums">{money(offer.price)}</strong>
        </span>
      </span>
    </label>
  );
};

/** Extra offers (checkout.24); each whole row is its checkbox. */
export const OrderBumps = () => {
  const texts = useTexts();
  const { ordersBumps } = useCheckout().checkout.product;
  if (ordersBumps.length === 0) return undefined;
  return (
    <fieldset>
      <legend className="mb-4 text-lg font-semibold">{texts.bumps}</legend>
      <div className="choices">
        {ordersBumps.map((bump) => (
          <Bump key={bump.id} bump={bump} />
        ))}
      </div>
    </fieldset>
  );
};
