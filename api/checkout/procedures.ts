import type { ProceduresOf } from '#/api/http/procedure.ts';
import { browserOf } from '#/api/payments/browser-cookie.ts';
import { createCardToken } from '#/api/payments/cards/create-card-token.ts';
import { getCheckout, getInstallments } from '#/api/payments/get-checkout.ts';
import { getPayment } from '#/api/payments/get-payment.ts';
import { purchase } from '#/api/payments/purchase.ts';

export const checkoutProcedures: ProceduresOf<'checkout'> = {
  'checkout.getCheckout': ({ checkoutId }, { services }) =>
    getCheckout(services.core, services.gatewayOf, checkoutId),

  'checkout.getInstallments': (input, { services }) => getInstallments(services.core, input),

  'checkout.createCardToken': ({ checkoutId, ...card }, { services }) =>
    createCardToken(services.core, checkoutId, card),

  'checkout.purchase': (input, { services, onceByBuyer, ip, cookies }) => {
    const { core, sandboxPayUrl, gatewayOf, cardTries } = services;
    return purchase(core, sandboxPayUrl, {
      purchase: input,
      onceByBuyer,
      ip,
      browser: browserOf(cookies, services.publicUrl),
      gatewayOf,
      cardTries,
    });
  },

  'checkout.getPayment': ({ paymentId }, { services }) =>
    getPayment(services.core, services.sandboxPayUrl, paymentId),
};
