import type { Clock, Timers } from '#/domain/ports/machine.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';

/** `unavailable` is reported after this time. */
const ANSWERED_AFTER_MS = 7_000;

export interface TryResult {
  readonly outcome: ProviderFailure['kind'] | 'answered';
  /** Null for `unavailable`. */
  readonly milliseconds: number | null;
}

const ask = async ({ getTransaction }: PaymentProvider): Promise<TryResult['outcome']> => {
  try {
    await getTransaction?.({ transactionId: '00000000000000000000000000' });
    return 'answered';
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // "No such charge" is an answer: the acquirer accepted our credentials.
    return error.kind === 'invalid' ? 'answered' : error.kind;
  }
};

/** `unavailable` takes a fixed time, so that a typed address reveals neither open ports nor hosts. */
export const tryAccount = (
  provider: PaymentProvider,
  machine: Clock & Timers,
): Promise<TryResult> =>
  withDeadlinePaused(async () => {
    const started = machine.elapsedMs();
    const over = machine.pause(ANSWERED_AFTER_MS);
    const outcome = await Promise.race([ask(provider), over.then(() => 'unavailable' as const)]);
    if (outcome !== 'unavailable') {
      return { outcome, milliseconds: Math.round(machine.elapsedMs() - started) };
    }
    await over;
    return { outcome, milliseconds: null };
  });
