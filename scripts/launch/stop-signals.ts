import { once } from 'node:events';
import { constants } from 'node:os';
import { unlessAborted } from '#/ledger/concurrency/unless-aborted.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A terminal's Ctrl-C arrives several times at once: from the terminal, from npm and from the launcher. */
const SAME_MS = 1_000;

/** The reason with which a command's work is aborted. */
export class StopRequested extends Error {
  /** The exit code that shells use for a program ended by this signal. */
  readonly exitCode: number;

  constructor(signal: (typeof SIGNALS)[number]) {
    super('it was told to stop');
    this.name = 'StopRequested';
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Aborts, with a `StopRequested`, when this process must stop: on a signal, or when its launcher (`scripts/bootstrap.mjs`) ends, because
 * signals are sent to the launcher. If another signal comes more than a second after the first, the process exits at once.
 */
export const stopSignals = (): AbortSignal => {
  const stopping = new AbortController();
  let firstAt: number | undefined;
  const stop = (signal: (typeof SIGNALS)[number]): void => {
    const reason = new StopRequested(signal);
    if (firstAt === undefined) {
      firstAt = performance.now();
      stopping.abort(reason);
    } else if (performance.now() - firstAt > SAME_MS) process.exit(reason.exitCode);
  };
  for (const signal of SIGNALS) process.on(signal, () => stop(signal));
  process.on('disconnect', () => stop('SIGHUP'));
  // The launcher may have ended while this script was loading.
  if (process.send !== undefined && !process.connected) stop('SIGHUP');
  // Listening on the channel to the launcher would keep the process alive for ever.
  process.channel?.unref();
  return stopping.signal;
};

/** Resolves when this process must stop. */
export const waitForStop = async (stopping: AbortSignal): Promise<void> => {
  if (!stopping.aborted) await once(stopping, 'abort');
};

/** Waits for a promise, but no longer than until this process must stop. @throws StopRequested */
export const unlessStopped = async <Value>(
  work: Promise<Value>,
  stopping: AbortSignal,
): Promise<Value> => {
  const outcome = await unlessAborted(
    work.then((value) => ({ value })),
    stopping,
  );
  if (outcome === undefined) throw stopping.reason;
  return outcome.value;
};
