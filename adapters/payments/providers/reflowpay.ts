import {
  cashtimeChannels,
  cashtimeOrderNotice,
  cashtimeOrders,
  mapCashtimeOrderWords,
  orderNotices,
} from '#/adapters/payments/families/cashtime-orders.ts';
import { inferredMember } from '#/adapters/payments/families/transactions-api-members.ts';
import { statusesWithExpired } from '#/adapters/payments/families/transactions-api-words.ts';
import { byClients } from '#/adapters/payments/kit/account-api.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { keysAt } from '#/adapters/payments/kit/keys.ts';
import { jsonBody } from '#/adapters/payments/kit/notices.ts';
import { ONLY_WHOLE_WITHOUT_TOTAL } from '#/adapters/payments/kit/refund.ts';

/** Reflowpay: `families/transactions-api` (acquirers.74), bodies and status words inferred. */
export const reflowpay = defineProvider({
  ...inferredMember,
  id: 'reflowpay',
  label: 'Reflowpay',
  status: statusesWithExpired,
});

const account = keysAt('https://api.reflowpay.com/v1').extend(byClients);

/** As Reflowpay's public clients use it: Cashtime's engine. */
export const reflowpayByClients = defineProvider({
  id: 'reflowpay',
  label: 'Reflowpay',
  differenceFromSpecification: 'x-authorization-key, orders of PIX, GET /details/orders/{id}',
  evidence: 'documented',
  undocumented: ['refund'],
  account,
  channels: cashtimeChannels,
  amount: inCents,
  status: mapCashtimeOrderWords({
    PENDING: ['waiting_payment'],
    CHARGEBACK: ['in_protest', 'chargeback'],
  }),
  refundRights: ONLY_WHOLE_WITHOUT_TOTAL,
  operations: cashtimeOrders,
  notices: {
    authenticity: 'none: read back',
    read: (request, context) => orderNotices(jsonBody(request, cashtimeOrderNotice), context),
  },
});
