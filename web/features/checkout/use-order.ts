import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatMoney } from '#/web/lib/format.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { query } from '#/web/lib/rpc.ts';
import type { BuyerForm } from './buyer-form.ts';
import { useCheckout } from './checkout-context.ts';
import { chosenInstallment, orderTotals, shippingFare } from './offer.ts';

/** Options for the card, asked again whenever shipping or bumps change; never for a subscription (spec 1 §4). */
export const useInstallments = () => {
  const { checkout } = useCheckout();
  const { control } = useFormContext<BuyerForm>();
  const [paymentMethod, orderBumpsIds, cep, deliveryOptionId] = useWatch({
    control,
    name: ['paymentMethod', 'orderBumpsIds', 'cep', 'deliveryOptionId'],
  });
  const fareAmount = shippingFare(checkout, { orderBumpsIds, cep, deliveryOptionId }) ?? 0;
  const bumps = checkout.product.ordersBumps
    .map(({ id }) => id)
    .filter((id) => orderBumpsIds.includes(id))
    .join();
  return useQuery({
    queryKey: ['installments', checkout.id, bumps, fareAmount],
    queryFn: ({ signal }) =>
      query(
        'checkout.getInstallments',
        { checkoutId: checkout.id, orderBumpsIds: bumps, fareAmount },
        { signal },
      ),
    enabled: paymentMethod === 'CREDIT_CARD' && checkout.type === 'ONE_TIME',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
};

/** The order as it stands on the page: what is chosen and what it costs. */
export const useOrder = () => {
  const { checkout } = useCheckout();
  const language = useLanguage();
  const { control } = useFormContext<BuyerForm>();
  const [paymentMethod, orderBumpsIds, cep, deliveryOptionId, cardInstallment] = useWatch({
    control,
    name: ['paymentMethod', 'orderBumpsIds', 'cep', 'deliveryOptionId', 'cardInstallment'],
  });
  const { data: options = [], isPlaceholderData } = useInstallments();
  const installment =
    paymentMethod === 'CREDIT_CARD' && !isPlaceholderData
      ? chosenInstallment(options, Number(cardInstallment))
      : undefined;
  return {
    paymentMethod,
    installment,
    totals: orderTotals(checkout, { orderBumpsIds, cep, deliveryOptionId }, installment),
    money: (amount: number) => formatMoney(amount, checkout.coin, language),
  };
};
