import { z } from 'zod';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { basicAuth } from '#/adapters/payments/kit/network/auth.ts';
import type { Channel } from '#/adapters/payments/kit/network/channel.ts';
import { keysAt } from '#/adapters/payments/kit/keys.ts';
import { everyMethod, transactionsApi, type BodyRules } from './transactions-api.ts';

/** What we assume of members of the family without public documents (acquirers.74, acquirers.75). */

const account = keysAt().extend({
  /** It is not known which member uses which path (acquirers.75). */
  chargePath: z
    .enum(['/transactions', '/user/transactions', '/transactions/v2/purchase'])
    .default('/transactions'),
});

export type MemberAccount = z.output<typeof account>;

/** Assumed for the members that `wire-constants.ts` lists (acquirers.105). */
type MemberRules = Pick<BodyRules, 'expiries' | 'fallbackShipping'>;

const memberApi = (rules: MemberRules = {}) =>
  transactionsApi<MemberAccount>({
    path: '/transactions',
    chargePath: ({ chargePath }) => chargePath,
    ...rules,
  });

export const memberOperationsWith = (rules: MemberRules) => {
  const { charge, getTransaction, refundBy } = memberApi(rules);
  return {
    charge: everyMethod(charge),
    getTransaction,
    refund: refundBy('POST'),
  } as const;
};

const { refundBy, notices } = memberApi();

export const memberOperations = memberOperationsWith({});

export const memberRefundBy = refundBy;

export const inferredMember = {
  evidence: 'inferred',
  account,
  channels: ({ baseUrl, secretKey }: MemberAccount): { readonly main: Channel } => ({
    main: { baseUrl, auth: basicAuth(secretKey) },
  }),
  amount: inCents,
  takesCardData: true,
  operations: memberOperations,
  notices,
} as const;
