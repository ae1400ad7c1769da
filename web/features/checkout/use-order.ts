import { createContext, useContext } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { formatMoney } from '#/web/lib/format.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { query } from '#/web/lib/rpc.ts';
import { useAnswer } from '#/web/lib/use-answer.ts';
import type { BuyerForm } from './buyer/buyer-form.ts';
import { useCheckout } from './checkout-context.ts';
import { chosenInstallment, isShipped, orderTotals, shippingFare } from './offer.ts';
import type { OrderSelection } from './offer.ts';

/**
 * Asks for the card instalments of an order with its shipping and order bumps (added products). A subscription has none (checkout.65,
 * checkout.66, checkout.67).
 */
const useInstallments = (selection: OrderSelection, isByCard: boolean) => {
  const { checkout } = useCheckout();
  const fareAmount = shippingFare(checkout, selection) ?? 0;
  const orderBumpsIds = checkout.product.ordersBumps
    .map(({ id }) => id)
    .filter((id) => selection.orderBumpsIds.includes(id))
    .join();
  const isAsked = isByCard && checkout.type === 'ONE_TIME';
  return useAnswer(isAsked ? `${orderBumpsIds} ${fareAmount}` : undefined, (signal) =>
    query(
      'checkout.getInstallments',
      { checkoutId: checkout.id, orderBumpsIds, fareAmount },
      { signal },
    ),
  );
};

/** For `OrderProvider`; other components use `useOrder`. */
export const useOrderNow = () => {
  const { checkout } = useCheckout();
  const language = useLanguage();
  const { control } = useFormContext<BuyerForm>();
  const [paymentMethod, orderBumpsIds, cep, deliveryOptionId, cardInstallment] = useWatch({
    control,
    name: ['paymentMethod', 'orderBumpsIds', 'cep', 'deliveryOptionId', 'cardInstallment'],
  });
  const selection = { orderBumpsIds, cep, deliveryOptionId };
  const isByCard = paymentMethod === 'CREDIT_CARD';
  const { answer: installments, askAgain } = useInstallments(selection, isByCard);
  const installment =
    isByCard && installments.status === 'answered'
      ? chosenInstallment(installments.value, Number(cardInstallment))
      : undefined;
  return {
    paymentMethod,
    installments,
    askInstallmentsAgain: askAgain,
    installment,
    totals: orderTotals(checkout, selection, installment),
    money: (amount: number) => formatMoney(amount, checkout.coin, language),
  };
};

export const useIsShipped = (): boolean => {
  const { checkout } = useCheckout();
  const { control } = useFormContext<BuyerForm>();
  return isShipped(checkout, { orderBumpsIds: useWatch({ control, name: 'orderBumpsIds' }) });
};

export const OrderContext = createContext<ReturnType<typeof useOrderNow> | undefined>(undefined);

export const useOrder = () => {
  const order = useContext(OrderContext);
  if (!order) throw new Error('outside of an order');
  return order;
};
