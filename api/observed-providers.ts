import type { Logger } from 'pino';
import { Refused } from '#/domain/errors.ts';
import {
  ProviderFailure,
  type PaymentProvider,
  type PaymentProviders,
} from '#/domain/ports/payment-provider.ts';
import type { Metrics } from './metrics.ts';
import { outside } from './request-patience.ts';

const outcomeOf = (error: unknown): string => {
  if (error instanceof ProviderFailure) return error.kind;
  return error instanceof Refused ? 'refused' : 'failed';
};

type Log = Pick<Logger, 'error'>;

/** Without the acquirer's words, which may name the person paid: those are on record with the withdrawal (spec 2 §8). */
const failedPayout = (provider: string, error: unknown) => {
  const mayHaveHappened = error instanceof ProviderFailure && error.mayHaveHappened;
  return { provider, cause: outcomeOf(error), mayHaveHappened };
};

/** The same provider, whose calls are measured and do not count against a request's patience. */
const observe = (
  provider: PaymentProvider,
  metrics: Metrics,
  logger: Log | undefined,
): PaymentProvider => {
  const watched =
    <Input, Output>(operation: string, call: (input: Input) => Promise<Output>) =>
    async (input: Input): Promise<Output> => {
      const stop = metrics.providerSeconds.startTimer({ provider: provider.id, operation });
      try {
        const output = await outside(() => call(input));
        stop({ outcome: 'answered' });
        if (typeof output === 'object' && output !== null && 'unheardWord' in output) {
          metrics.unheardWords.inc({ provider: provider.id, operation });
        }
        return output;
      } catch (error) {
        stop({ outcome: outcomeOf(error) });
        if (operation === 'withdraw') {
          logger?.error(failedPayout(provider.id, error), 'a payout failed at its acquirer');
        }
        throw error;
      }
    };
  const {
    createCardToken,
    createTransaction,
    getTransaction,
    findTransaction,
    getBilletPdf,
    refund,
    getRefund,
    withdraw,
    getWithdraw,
    findWithdraw,
    createReceiver,
    getReceiver,
    findReceiver,
    getAnticipationLimits,
    listDisputes,
  } = provider;
  return {
    ...provider,
    ...(createCardToken && { createCardToken: watched('card-token', createCardToken) }),
    ...(createTransaction && { createTransaction: watched('create', createTransaction) }),
    ...(getTransaction && { getTransaction: watched('get', getTransaction) }),
    ...(findTransaction && { findTransaction: watched('find', findTransaction) }),
    ...(getBilletPdf && { getBilletPdf: watched('billet-pdf', getBilletPdf) }),
    ...(refund && { refund: watched('refund', refund) }),
    ...(getRefund && { getRefund: watched('get-refund', getRefund) }),
    ...(withdraw && { withdraw: watched('withdraw', withdraw) }),
    ...(getWithdraw && { getWithdraw: watched('get-withdraw', getWithdraw) }),
    ...(findWithdraw && { findWithdraw: watched('find-withdraw', findWithdraw) }),
    ...(createReceiver && { createReceiver: watched('create-receiver', createReceiver) }),
    ...(getReceiver && { getReceiver: watched('get-receiver', getReceiver) }),
    ...(findReceiver && { findReceiver: watched('find-receiver', findReceiver) }),
    ...(getAnticipationLimits && {
      getAnticipationLimits: watched('anticipation-limits', getAnticipationLimits),
    }),
    ...(listDisputes && { listDisputes: watched('list-disputes', listDisputes) }),
  };
};

/** The same providers, each observed. */
export const observeProviders = (
  providers: PaymentProviders,
  metrics: Metrics,
  logger?: Log,
): PaymentProviders => {
  const observed = new WeakMap<PaymentProvider, PaymentProvider>();
  return async (providerId, platformId) => {
    const provider = await providers(providerId, platformId);
    const known = observed.get(provider) ?? observe(provider, metrics, logger);
    observed.set(provider, known);
    return known;
  };
};
