import type { Logger } from 'pino';
import { Refused } from '#/domain/errors.ts';
import {
  ProviderFailure,
  type PaymentProvider,
  type PaymentProviders,
} from '#/domain/ports/payment-provider.ts';
import type { Metrics } from './metrics.ts';
import { outside } from '#/api/http/request-patience.ts';

const outcomeOf = (error: unknown): string => {
  if (error instanceof ProviderFailure) return error.kind;
  return error instanceof Refused ? 'refused' : 'failed';
};

type Log = Pick<Logger, 'error'>;

/**
 * Without the acquirer's words, which may name the person paid: those are on record with the withdrawal (people.84,
 * acquirers.122).
 */
interface FailedPayout {
  readonly cause: string;
  readonly mayHaveHappened: boolean;
}

/** One that was asked for, and got no answer or none that says that it was made. */
const thrownPayout = (error: unknown): FailedPayout => ({
  cause: outcomeOf(error),
  mayHaveHappened: error instanceof ProviderFailure && error.mayHaveHappened,
});

/** Whether the answer about a payout is that it was not made, at once or when it is read back. */
const answeredPayout = (output: unknown): FailedPayout | undefined => {
  if (typeof output !== 'object' || output === null || !('status' in output)) return undefined;
  const { status } = output;
  if (status !== 'REJECTED' && status !== 'CANCELED') return undefined;
  return { cause: status.toLowerCase(), mayHaveHappened: false };
};

/** What is asked for as a payout, and about one. */
const PAYOUTS: ReadonlySet<string> = new Set(['withdraw', 'get-withdraw', 'find-withdraw']);

/** The same provider, whose calls are measured and do not count against a request's patience. */
const observe = (
  provider: PaymentProvider,
  metrics: Metrics,
  logger: Log | undefined,
): PaymentProvider => {
  const logPayout = (failed: FailedPayout | undefined): void => {
    if (!failed) return;
    logger?.error({ provider: provider.id, ...failed }, 'a payout failed at its acquirer');
  };
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
        if (PAYOUTS.has(operation)) logPayout(answeredPayout(output));
        return output;
      } catch (error) {
        stop({ outcome: outcomeOf(error) });
        if (operation === 'withdraw') logPayout(thrownPayout(error));
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
