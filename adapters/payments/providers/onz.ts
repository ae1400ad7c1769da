import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { z } from 'zod';
import {
  bacenPix,
  bacenPixChannels,
  bacenPixOperations,
  bacenPixStatuses,
  payoutPrice,
} from '#/adapters/payments/families/bacen-pix.ts';
import {
  readBacenPixNotices,
  withPayouts,
} from '#/adapters/payments/families/bacen-pix-notices.ts';
import { byClients } from '#/adapters/payments/kit/account-api.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { lookup } from '#/adapters/payments/kit/endpoint.ts';
import { pathPart } from '#/adapters/payments/kit/values/path-part.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';

/** ONZ: PIX in and out over mutual TLS (acquirers.81, acquirers.25, acquirers.36). */

const withdrawStatus = statusMap<WithdrawStatus>(
  {
    PENDING: ['PENDING', 'PROCESSING'],
    APPROVED: ['LIQUIDATED'],
    REJECTED: ['REJECTED', 'REFUNDED'],
    CANCELED: ['CANCELED'],
  },
  { otherwise: 'PENDING' },
);

const payout = z.object({
  data: z.object({
    endToEndId: z.string(),
    status: z.string(),
    payment: payoutPrice,
    creditorAccount: z.object({ document: z.string().nullish() }).nullish(),
  }),
});

const lookUpPayout = <Input>(path: (input: Input) => string) =>
  lookup({
    path,
    via: 'cashOut',
    reply: payout,
    result: ({ data }, context) => {
      const document = data.creditorAccount?.document;
      return {
        withdrawId: data.endToEndId,
        endToEndId: data.endToEndId,
        status: context.withdrawStatus(data.status),
        amount: context.cents(data.payment.amount),
        ...(document && { holder: { document } }),
      };
    },
  });

export const onz = defineProvider({
  ...bacenPix,
  id: 'onz',
  label: 'ONZ',
  // `POST /sells/{id}/refund` (acquirers.83) is in no public document.
  undocumented: ['refund'],
  status: bacenPixStatuses,
  withdrawStatus,
  operations: {
    ...bacenPixOperations,
    getWithdraw: lookUpPayout(
      ({ withdrawId }: { readonly withdrawId: string }) => `/pix/payments/${pathPart(withdrawId)}`,
    ),
    findWithdraw: lookUpPayout(
      ({ withdrawReference }: { readonly withdrawReference: string }) =>
        `/pix/payments/idempotencyKey/${pathPart(withdrawReference)}`,
    ),
  },
  notices: {
    authenticity: 'none here (mutual TLS is the proxy’s): read back',
    read: (request) => readBacenPixNotices(request, withPayouts(withdrawStatus)),
  },
});

/** As ONZ's public SDK uses it: payout tokens by JSON, with the scopes of PIX. */
export const onzByClients = defineProvider({
  ...onz,
  differenceFromSpecification:
    'POST /oauth/token {clientId, clientSecret, grantType, scope} for payouts',
  account: bacenPix.account.extend(byClients),
  channels: (account, platform) =>
    bacenPixChannels(account, platform, (clientId, clientSecret) => ({
      json: {
        clientId,
        clientSecret,
        grantType: 'client_credentials',
        scope: 'pix.read pix.write',
      },
    })),
});
