import type { ProceduresOf } from '#/api/http/procedure.ts';
import { browserOf } from './browser-cookie.ts';
import { createCardToken } from './create-card-token.ts';
import { getCheckout, getInstallments } from './get-checkout.ts';
import { getPayment } from './get-payment.ts';
import { purchase } from './purchase.ts';

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
