import { outside } from '#/api/http/request-patience.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';

/** Longer than two attempts at connecting take. */
const TOLD_AFTER_MS = 7_000;

export interface Tried {
  readonly outcome: ProviderFailure['kind'] | 'answered';
  /** Null when nobody answered. */
  readonly milliseconds: number | null;
}

const ask = async ({ getTransaction }: PaymentProvider): Promise<Tried['outcome']> => {
  try {
    await getTransaction?.({ transactionId: '00000000000000000000000000' });
    return 'answered';
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // That there is no such charge is an answer too, from somebody who let us ask.
    return error.kind === 'invalid' ? 'answered' : error.kind;
  }
};

/**
 * Asks an acquirer for a charge that does not exist. Whatever does not answer in HTTP is told with one word and at one
 * moment, so that nobody learns from it which ports of a host are open, or whether there is such a host.
 */
export const tryAccount = (
  provider: PaymentProvider,
  deadline: (ms: number) => Promise<unknown>,
): Promise<Tried> =>
  outside(async () => {
    const started = performance.now();
    const over = deadline(TOLD_AFTER_MS);
    const outcome = await Promise.race([ask(provider), over.then(() => 'unavailable' as const)]);
    if (outcome !== 'unavailable') {
      return { outcome, milliseconds: Math.round(performance.now() - started) };
    }
    await over;
    return { outcome, milliseconds: null };
  });
