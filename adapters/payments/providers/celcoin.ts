import { z } from 'zod';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { celcoinAccount, celcoinCharges } from '#/adapters/payments/providers/celcoin/charges.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicValue, clientCredentials, headers } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { chargeNotice, jsonBody, requireEqual } from '#/adapters/payments/kit/notices.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** Celcoin's Cel_Cash, formerly GalaxPay: charges by every method (acquirers.70; API v2). */

const SCOPE = 'charges.read charges.write transactions.read transactions.write';

/** A notice without a charge is about a subscription, which we do not use. */
const notice = z.object({
  event: z.string(),
  confirmHash: z.string(),
  Transaction: z.object({ status: z.string() }).optional(),
  Charge: z.object({ galaxPayId: z.coerce.string(), myId: z.string().nullish() }).optional(),
});

export const celcoin = defineProvider({
  id: 'celcoin',
  label: 'Celcoin',
  evidence: 'documented',
  account: celcoinAccount,
  channels: ({ baseUrl, slipsBaseUrl, galaxId, galaxHash, confirmHash }) => ({
    main: {
      baseUrl,
      auth: clientCredentials({
        path: '/token',
        headers: { authorization: basicValue(galaxId, galaxHash) },
        body: { json: { grant_type: 'authorization_code', scope: SCOPE } },
        secrets: [galaxId, galaxHash, confirmHash],
      }),
    },
    boletos: { baseUrl: slipsBaseUrl, auth: headers({}) },
  }),
  amount: inCents,
  takesCardData: true,
  status: statusMap<PaymentStatus>(
    {
      // An underpaid boleto is not paid yet, and a payment outside Celcoin (`payExternal`) brings us no money.
      PENDING: [
        'notSend',
        'noSend',
        'pendingBoleto',
        'pendingPix',
        'lessValueBoleto',
        'authorized',
        'payExternal',
        'free',
      ],
      APPROVED: ['captured', 'payedBoleto', 'moreValueBoleto', 'paidDuplicityBoleto', 'payedPix'],
      REJECTED: ['denied'],
      REFUNDED: ['reversed'],
      CHARGEBACK: ['chargeback'],
      CANCELED: ['cancel', 'cancelByContract', 'notCompensated', 'unavailablePix'],
    },
    { otherwise: 'REJECTED' },
  ),
  operations: celcoinCharges,
  notices: {
    authenticity: 'hash of the account in the body',
    proves: () => true,
    read: (request, context) => {
      const { event, confirmHash, Transaction, Charge } = jsonBody(request, notice);
      requireEqual(confirmHash, context.account.confirmHash);
      if (event !== 'transaction.updateStatus' || !Transaction || !Charge) return [];
      const { galaxPayId: transactionId, myId: orderId } = Charge;
      return [chargeNotice(context, { transactionId, orderId, word: Transaction.status })];
    },
  },
});
