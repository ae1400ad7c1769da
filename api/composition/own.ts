import { within } from '#/ledger/within.ts';

/** Adds to what is owned: a name for the log, and how to give it back. */
export type Own = (what: string, giveBack: () => Promise<unknown> | void) => void;

/** All of a product is given back within this time, whatever hangs. */
const LIMIT_MS = 4_000;
/** What comes after the limit still gets a moment: most of it needs no longer. */
const LEAST_MS = 50;

/**
 * Fills a stack of resources that are given back newest first. One that fails or hangs when it is given back is reported
 * and left behind, so that those below it get their turn and the error that ended the work stays the one that is thrown.
 */
export const owning = (
  stack: AsyncDisposableStack,
  onProblem: (what: string, error: unknown) => void,
  limitMs = LIMIT_MS,
): Own => {
  let endsAt: number | undefined;
  return (what, giveBack) =>
    stack.defer(async () => {
      endsAt ??= performance.now() + limitMs;
      const leftMs = Math.max(LEAST_MS, endsAt - performance.now());
      try {
        await within(leftMs, (async () => giveBack())(), () => {
          throw new Error('it took too long');
        });
      } catch (error) {
        onProblem(what, error);
      }
    });
};
