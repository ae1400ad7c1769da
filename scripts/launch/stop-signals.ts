import { once } from 'node:events';
import { constants } from 'node:os';
import { unlessAborted } from '#/ledger/concurrency/unless-aborted.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals within this time are one request: Ctrl-C arrives from the terminal, from npm and from the launcher. */
const SAME_MS = 1_000;

export class StopRequested extends Error {
  /** The exit code that shells use for the signal. */
  readonly exitCode: number;

  constructor(signal: (typeof SIGNALS)[number]) {
    super('it was told to stop');
    this.name = 'StopRequested';
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** Aborts at a stop signal, or when the launcher ends, because signals are sent to it. A second request ends the process at once. */
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
  // The launcher may have ended meanwhile.
  if (process.send !== undefined && !process.connected) stop('SIGHUP');
  // Listening on the channel would keep the process alive.
  process.channel?.unref();
  return stopping.signal;
};

export const waitForStop = async (stopping: AbortSignal): Promise<void> => {
  if (!stopping.aborted) await once(stopping, 'abort');
};

/** @throws StopRequested when this process must stop before `work` ends */
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
