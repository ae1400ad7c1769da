import { randomUUID } from 'node:crypto';
import { acquirer } from '#/domain/acquiring/decider.ts';
import { ailmentOf, type HealthSeen, type StepAside } from '#/domain/acquiring/health.ts';
import type { Purpose } from '#/domain/acquiring/route.ts';
import { acquirerStream } from '#/domain/ids.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Timestamp } from '#/domain/time.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { Standings } from './circumstances.ts';

interface Call {
  readonly endedAt: number;
  readonly ms: number;
  readonly answered: boolean;
}

/** Health is that of the last calls of the last minutes. */
const LAST_CALLS = 20;
const LAST_MS = 5 * 60_000;

const seenOf = (calls: readonly Call[]): HealthSeen => ({
  calls: calls.length,
  answered: calls.filter(({ answered }) => answered).length,
  median: Math.round(
    calls.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor((calls.length - 1) / 2)] ?? 0,
  ),
});

interface Watched {
  readonly platformId: string;
  readonly provider: string;
  readonly purpose: Purpose;
}

/** The last calls of each. */
const createCalls = () => {
  const calls = new Map<string, readonly Call[]>();
  const keyOf = ({ platformId, provider, purpose }: Watched) =>
    `${platformId} ${provider} ${purpose}`;
  const recent = (of: Watched): readonly Call[] => {
    const nowMs = Date.now();
    return (calls.get(keyOf(of)) ?? []).filter(({ endedAt }) => nowMs - endedAt < LAST_MS);
  };
  return {
    add: (of: Watched, one: Call): void => {
      calls.set(keyOf(of), [...recent(of), one].slice(-LAST_CALLS));
    },
    seen: (of: Watched): HealthSeen => seenOf(recent(of)),
    forget: (of: Watched): void => {
      calls.delete(keyOf(of));
    },
  };
};

/** One that says no to this charge works; one whose answer is missing, or that knows us no more, does not. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ProviderFailure &&
  !error.mayHaveHappened &&
  (error.kind === 'refused' || error.kind === 'invalid');

export interface AcquirerHealth {
  /** The same providers, whose charges and payouts are watched. */
  readonly providers: PaymentProviders;
  /** What this process saw lately. */
  readonly seen: (of: Watched) => HealthSeen;
}

/** The same provider, of whose charges and payouts it is told how they ended. */
const watching = (
  provider: PaymentProvider,
  ended: (purpose: Purpose, how: Call) => void,
): PaymentProvider => {
  const seeing = async <Answer>(purpose: Purpose, ask: () => Promise<Answer>): Promise<Answer> => {
    const startedAt = Date.now();
    const end = (answered: boolean): void => {
      const endedAt = Date.now();
      ended(purpose, { endedAt, ms: endedAt - startedAt, answered });
    };
    try {
      const answer = await ask();
      end(true);
      return answer;
    } catch (error) {
      end(isAnswer(error));
      throw error;
    }
  };
  const { createTransaction, withdraw } = provider;
  return {
    ...provider,
    ...(createTransaction && {
      createTransaction: (request) =>
        seeing(request.paymentMethod, () => createTransaction(request)),
    }),
    ...(withdraw && { withdraw: (request) => seeing('WITHDRAW', () => withdraw(request)) }),
  };
};

/**
 * Sees how each acquirer answers and, when that falls below what its platform asks, puts on record that it steps aside.
 * Every process judges by what it saw itself; the record knows of one absence at a time.
 */
export const watchHealth = (parts: {
  readonly providers: PaymentProviders;
  readonly handler: CommandHandler;
  readonly standings: Standings;
  readonly limitsOf: (platformId: string) => Promise<StepAside>;
  readonly now: () => Timestamp;
  readonly onFailure: (error: unknown) => void;
}): AcquirerHealth => {
  const { handler, standings, limitsOf, now, onFailure } = parts;
  const calls = createCalls();
  const watched = new WeakMap<PaymentProvider, PaymentProvider>();

  const judge = async (of: Watched): Promise<void> => {
    const { platformId, provider } = of;
    const seen = calls.seen(of);
    const reason = ailmentOf(seen, await limitsOf(platformId));
    if (!reason) return;
    // What led to this absence says nothing of the time after it.
    calls.forget(of);
    const command = { type: 'StepAside', ...of, reason, seen, now: now() } as const;
    const stream = acquirerStream(platformId, provider);
    await handler.handle(acquirer, stream, command, {
      commandId: randomUUID(),
      platform: platformId,
      actor: 'system',
      correlation: platformId,
      reason: `${seen.answered} of ${seen.calls} answered, half within ${seen.median} ms`,
    });
    standings.forget(stream);
  };

  const watch = (provider: PaymentProvider, platformId: string): PaymentProvider =>
    watching(provider, (purpose, how) => {
      const of = { platformId, provider: provider.id, purpose };
      calls.add(of, how);
      void judge(of).catch(onFailure);
    });

  return {
    providers: async (providerId, platformId) => {
      const provider = await parts.providers(providerId, platformId);
      // Of the sandbox all platforms share one, so it is watched for each.
      if (providerId === 'sandbox') return watch(provider, platformId);
      const known = watched.get(provider) ?? watch(provider, platformId);
      watched.set(provider, known);
      return known;
    },
    seen: calls.seen,
  };
};
