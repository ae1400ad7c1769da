import type { Logger } from 'pino';
import { Refused } from '#/domain/errors.ts';
import type {
  OperationName,
  PaymentProvider,
  PaymentProviders,
} from '#/domain/ports/payment-provider.ts';
import { mapOperations, providerOperations } from '#/domain/ports/provider-operations.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
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
const PAYOUTS: ReadonlySet<OperationName> = new Set(['withdraw', 'getWithdraw', 'findWithdraw']);

/** The same provider, whose calls are measured and do not count against a request's patience. */
const observe = (
  provider: PaymentProvider,
  metrics: Metrics,
  logger: Log | undefined,
): PaymentProvider => {
  const { id } = provider;
  const logPayout = (failed: FailedPayout | undefined): void => {
    if (!failed) return;
    logger?.error({ provider: id, ...failed }, 'a payout failed at its acquirer');
  };
  return mapOperations(provider, (name, call) => {
    const operation = providerOperations[name].metric;
    return async (input) => {
      const stop = metrics.providerSeconds.startTimer({ provider: id, operation });
      try {
        const output = await outside(() => call(input));
        stop({ outcome: 'answered' });
        if (typeof output === 'object' && output !== null && 'unheardWord' in output) {
          metrics.unheardWords.inc({ provider: id, operation });
        }
        if (PAYOUTS.has(name)) logPayout(answeredPayout(output));
        return output;
      } catch (error) {
        stop({ outcome: outcomeOf(error) });
        if (name === 'withdraw') logPayout(thrownPayout(error));
        throw error;
      }
    };
  });
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
