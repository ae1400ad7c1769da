import type { Clock, Timers } from '#/domain/ports/machine.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { within } from '#/ledger/concurrency/within.ts';

/** `unavailable` is answered after this time, never earlier. */
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

/** Never resolves for an acquirer that is unavailable. */
const waitForAnswer = async (provider: PaymentProvider, clock: Clock): Promise<TryResult> => {
  const started = clock.elapsedMs();
  const outcome = await ask(provider);
  if (outcome === 'unavailable') return new Promise<never>(() => undefined);
  return { outcome, milliseconds: Math.round(clock.elapsedMs() - started) };
};

/** `unavailable` takes a fixed time, so that a typed address reveals neither open ports nor hosts. */
export const tryAccount = (
  provider: PaymentProvider,
  machine: Clock & Timers,
): Promise<TryResult> =>
  withDeadlinePaused(() =>
    within(
      ANSWERED_AFTER_MS,
      waitForAnswer(provider, machine),
      (): TryResult => ({ outcome: 'unavailable', milliseconds: null }),
      machine,
    ),
  );
