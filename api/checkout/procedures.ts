import type { ProceduresOf } from '#/api/http/procedure.ts';
import { browserOf } from '#/api/payments/browser-cookie.ts';
import { createCardToken } from '#/api/cards/create-card-token.ts';
import { getCheckout, getInstallments } from '#/api/offers/get-checkout.ts';
import { getPayment } from '#/api/payments/get-payment.ts';
import { purchase } from '#/api/payments/purchase.ts';

export const checkoutProcedures: ProceduresOf<'checkout'> = {
  'checkout.getCheckout': ({ checkoutId }, { parts }) =>
    getCheckout(parts.core, parts.gatewayOf, checkoutId),

  'checkout.getInstallments': (input, { parts }) => getInstallments(parts.core, input),

  'checkout.createCardToken': ({ checkoutId, ...card }, { parts }) =>
    createCardToken(parts.core, checkoutId, card),

  'checkout.purchase': (input, { parts, onceByBuyer, ip, cookies }) => {
    const { core, sandboxPayUrl, gatewayOf, cardTries } = parts;
    return purchase(core, sandboxPayUrl, {
      purchase: input,
      onceByBuyer,
      ip,
      browser: browserOf(cookies, parts.publicUrl),
      gatewayOf,
      cardTries,
    });
  },

  'checkout.getPayment': ({ paymentId }, { parts }) =>
    getPayment(parts.core, parts.sandboxPayUrl, paymentId),
};
