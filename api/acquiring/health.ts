import type { Clock, Machine } from '#/domain/ports/machine.ts';
import { acquirer } from '#/domain/acquiring/decider.ts';
import {
  healthFinding,
  type HealthSeen,
  type SuspensionLimits,
} from '#/domain/acquiring/health.ts';
import type { Purpose } from '#/domain/acquiring/route.ts';
import { acquirerStream } from '#/domain/values/ids.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import { mapOperations } from '#/domain/ports/provider-operations.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import type { AcquirerStates } from './circumstances.ts';

interface Call {
  /** By `elapsedMs`. */
  readonly endedAt: number;
  readonly ms: number;
  readonly answered: boolean;
}

/** Health is judged by at most this many calls, the latest ones, none older than `LAST_MS`. */
const LAST_CALLS = 20;
const LAST_MS = 5 * 60_000;

const summarise = (calls: readonly Call[]): HealthSeen => ({
  calls: calls.length,
  answered: calls.filter(({ answered }) => answered).length,
  median: Math.round(
    calls.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor((calls.length - 1) / 2)] ?? 0,
  ),
});

interface WatchedAcquirer {
  readonly platformId: string;
  readonly provider: string;
  readonly purpose: Purpose;
}

const createCalls = (clock: Clock) => {
  /** The latest calls by platform, provider and purpose. */
  const calls = new Map<string, readonly Call[]>();
  const keyOf = ({ platformId, provider, purpose }: WatchedAcquirer) =>
    `${platformId} ${provider} ${purpose}`;
  const listRecent = (of: WatchedAcquirer): readonly Call[] => {
    const nowMs = clock.elapsedMs();
    return (calls.get(keyOf(of)) ?? []).filter(({ endedAt }) => nowMs - endedAt < LAST_MS);
  };
  return {
    add: (of: WatchedAcquirer, one: Call): void => {
      calls.set(keyOf(of), [...listRecent(of), one].slice(-LAST_CALLS));
    },
    summarise: (of: WatchedAcquirer): HealthSeen => summarise(listRecent(of)),
    forget: (of: WatchedAcquirer): void => {
      calls.delete(keyOf(of));
    },
  };
};

/** Whether an error shows that the acquirer works: a decline does, a timeout or an authentication failure does not. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ProviderFailure &&
  !error.mayHaveHappened &&
  (error.kind === 'refused' || error.kind === 'invalid');

export interface AcquirerHealth {
  /** Monitors charges and payouts. */
  readonly providers: PaymentProviders;
  /** Summarises the latest calls of this process. */
  readonly summariseCalls: (of: WatchedAcquirer) => HealthSeen;
}

/** Returns a provider that reports the end of each charge or payout call, and whether the acquirer answered. */
const watchCalls = (
  provider: PaymentProvider,
  clock: Clock,
  reportEnd: (purpose: Purpose, call: Call) => void,
): PaymentProvider => {
  const timeCall = async <Result>(
    purpose: Purpose,
    ask: () => Promise<Result>,
  ): Promise<Result> => {
    const startedAt = clock.elapsedMs();
    const end = (answered: boolean): void => {
      const endedAt = clock.elapsedMs();
      reportEnd(purpose, { endedAt, ms: endedAt - startedAt, answered });
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
  return mapOperations(provider, (_name, call, serves) =>
    serves ? (request) => timeCall(serves(request), () => call(request)) : call,
  );
};

/** Records a suspension when an acquirer misses the platform's limits. It judges by this process's calls only. */
export const watchHealth = (dependencies: {
  readonly providers: PaymentProviders;
  readonly handler: CommandHandler;
  readonly states: AcquirerStates;
  readonly limitsOf: (platformId: string) => Promise<SuspensionLimits>;
  readonly machine: Machine;
  readonly now: () => Timestamp;
  readonly onFailure: (error: unknown) => void;
}): AcquirerHealth => {
  const { handler, states, limitsOf, machine, now, onFailure } = dependencies;
  const calls = createCalls(machine);
  /** The monitored form of each provider, by platform: all platforms share one sandbox. */
  const watched = new WeakMap<PaymentProvider, Map<string, PaymentProvider>>();

  const judge = async (of: WatchedAcquirer): Promise<void> => {
    const { platformId, provider } = of;
    const seen = calls.summarise(of);
    const reason = healthFinding(seen, await limitsOf(platformId));
    if (!reason) return;
    // Calls that led to this suspension must not lead to the next one too.
    calls.forget(of);
    const command = { type: 'Suspend', ...of, reason, seen, now: now() } as const;
    const stream = acquirerStream(platformId, provider);
    await handler.handle(acquirer, stream, command, {
      commandId: machine.uuid(),
      platform: platformId,
      actor: 'system',
      correlation: platformId,
      reason: `${seen.answered} of ${seen.calls} answered, half within ${seen.median} ms`,
    });
    states.forget(stream);
  };

  const watch = (provider: PaymentProvider, platformId: string): PaymentProvider =>
    watchCalls(provider, machine, (purpose, call) => {
      const of = { platformId, provider: provider.id, purpose };
      calls.add(of, call);
      void judge(of).catch(onFailure);
    });

  return {
    providers: async (providerId, platformId, use) => {
      const provider = await dependencies.providers(providerId, platformId, use);
      const byPlatform = watched.get(provider) ?? new Map<string, PaymentProvider>();
      watched.set(provider, byPlatform);
      const monitored = byPlatform.get(platformId) ?? watch(provider, platformId);
      byPlatform.set(platformId, monitored);
      return monitored;
    },
    summariseCalls: calls.summarise,
  };
};
