import { once } from 'node:events';
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A terminal's Ctrl-C arrives several times at once: from the terminal, from npm and from the launcher. */
const SAME_MS = 1_000;

/** Why the work of a command was aborted. */
export class StopRequested extends Error {
  /** What a shell makes of a program that was ended by this signal. */
  readonly exitCode: number;

  constructor(signal: (typeof SIGNALS)[number]) {
    super('it was told to stop');
    this.name = 'ToldToStop';
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Aborts, with a `ToldToStop`, when this process is told to stop: by a signal, or by the end of the launcher of npm
 * scripts, without which nobody could stop it. Told once more a while later, the process ends at once.
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
  // It may have ended while we were being loaded.
  if (process.send !== undefined && !process.connected) stop('SIGHUP');
  // Listening for the end of the channel to the launcher would keep the process for ever.
  process.channel?.unref();
  return stopping.signal;
};

/** Resolves when this process is told to stop. */
export const stopRequested = async (stopping: AbortSignal): Promise<void> => {
  if (!stopping.aborted) await once(stopping, 'abort');
};

/** Waits for a work, but no longer than until this process is told to stop. @throws ToldToStop */
export const unlessStopped = async <Value>(
  work: Promise<Value>,
  stopping: AbortSignal,
): Promise<Value> => {
  const rejectWhenStopped = async (): Promise<never> => {
    await stopRequested(stopping);
    throw stopping.reason;
  };
  return Promise.race([work, rejectWhenStopped()]);
};
