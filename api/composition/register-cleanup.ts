import { within } from '#/ledger/concurrency/within.ts';
import { thisMachine } from '#/ledger/machine.ts';

/** @param what the name of a resource in log lines */
export type RegisterCleanup = (what: string, close: () => Promise<unknown> | void) => void;

/** Time for closing everything. */
const LIMIT_MS = 4_000;
/** Resources closed after the limit still get this long. */
const LEAST_MS = 50;

/**
 * Closes resources with the stack. A resource whose closing fails or hangs is reported and skipped, so that the others are still closed.
 * @param limitMs time for closing all; each resource closed after it still gets `LEAST_MS`
 */
export const createRegisterCleanup = (
  stack: AsyncDisposableStack,
  onProblem: (what: string, error: unknown) => void,
  limitMs = LIMIT_MS,
): RegisterCleanup => {
  let endsAt: number | undefined;
  return (what, close) =>
    stack.defer(async () => {
      endsAt ??= thisMachine.elapsedMs() + limitMs;
      const leftMs = Math.max(LEAST_MS, endsAt - thisMachine.elapsedMs());
      try {
        await within(leftMs, (async () => close())(), () => {
          throw new Error('it took too long');
        });
      } catch (error) {
        onProblem(what, error);
      }
    });
};
