import type { Logger } from 'pino';
import { Refused } from '#/domain/errors/refused.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import { mapOperations, providerOperations } from '#/domain/ports/provider-operations.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Metrics } from './metrics.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';

const outcomeOf = (error: unknown): string => {
  if (error instanceof ProviderFailure) return error.kind;
  return error instanceof Refused ? 'refused' : 'failed';
};

type Log = Pick<Logger, 'error'>;

/** Without the acquirer's text, which may name the payee (people.84, acquirers.122). */
interface FailedPayout {
  readonly cause: string;
  readonly mayHaveHappened: boolean;
}

/** Describes the error of a request for a payout. */
const describeThrown = (error: unknown): FailedPayout => ({
  cause: outcomeOf(error),
  mayHaveHappened: error instanceof ProviderFailure && error.mayHaveHappened,
});

/** Returns the failure if the answer says that the payout was not made. */
const describeAnswer = (output: unknown): FailedPayout | undefined => {
  if (typeof output !== 'object' || output === null || !('status' in output)) return undefined;
  const { status } = output;
  if (status !== 'REJECTED' && status !== 'CANCELED') return undefined;
  return { cause: status.toLowerCase(), mayHaveHappened: false };
};

/** Failures of a look-up that a retry rarely remedies, such as a refused key. They are logged for staff. */
const LASTING: ReadonlySet<string> = new Set(['unauthorized', 'invalid', 'failed']);

/** Measures each call to the acquirer, and pauses the request's deadline during the call. */
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
    const { metric: operation, does, of } = providerOperations[name];
    return async (input) => {
      const stop = metrics.providerSeconds.startTimer({ provider: id, operation });
      try {
        const output = await withDeadlinePaused(() => call(input));
        stop({ outcome: 'answered' });
        if (typeof output === 'object' && output !== null && 'unknownStatus' in output) {
          metrics.unheardWords.inc({ provider: id, operation });
        }
        if (of === 'payout') logPayout(describeAnswer(output));
        return output;
      } catch (error) {
        const cause = outcomeOf(error);
        stop({ outcome: cause });
        if (does === 'look up' && LASTING.has(cause)) {
          logger?.error({ provider: id, operation, cause }, 'a look-up failed at its acquirer');
        }
        if (of === 'payout' && does === 'create') logPayout(describeThrown(error));
        throw error;
      }
    };
  });
};

export const observeProviders = (
  providers: PaymentProviders,
  metrics: Metrics,
  logger?: Log,
): PaymentProviders => {
  const observed = new WeakMap<PaymentProvider, PaymentProvider>();
  return async (providerId, platformId, use) => {
    const provider = await providers(providerId, platformId, use);
    const observedProvider = observed.get(provider) ?? observe(provider, metrics, logger);
    observed.set(provider, observedProvider);
    return observedProvider;
  };
};
