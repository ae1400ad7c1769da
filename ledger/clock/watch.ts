import type { Clock, Timers } from '#/domain/ports/machine.ts';

/** Milliseconds. A clock is wrong if a comparison shows that it differs from the shared one by more, or if it was set by more. */
const MOST_APART = 2_000;
const MEASURED_EVERY = 5_000;
/** Milliseconds between comparisons until the first one has succeeded. */
const UNKNOWN_MEASURED_EVERY = 500;
/** Milliseconds; a comparison that took longer is too inexact, and is discarded. */
const SLOWEST = 1_000;

export interface ClockWatch {
  /** Whether the wall clock is known to show the time that all processes share. */
  readonly isTrue: () => boolean;
  readonly stop: () => Promise<void>;
}

/** The result of a comparison of the wall clock. */
interface ClockComparison {
  readonly isTrue: boolean;
  /** Wall clock minus monotonic time at the comparison. The difference changes only when the wall clock is set. */
  readonly leadMs: number;
}

/**
 * Compares the wall clock with the one that all processes share, now and every five seconds. Wall clocks decide whether the
 * deadline of a call has passed, and whether a call was never made: a process whose clock is minutes ahead would conclude that a
 * call which is just being sent was never made. A clock counts as wrong until a comparison shows no difference of more than two seconds,
 * and again from the moment it is set by more than that until the next comparison.
 * @param sharedMs reads the shared clock, milliseconds since 1970
 * @throws as `sharedMs` before it returns; later errors go to `onFailure`
 */
export const watchClock = async (dependencies: {
  readonly machine: Clock & Timers;
  readonly sharedMs: () => Promise<number>;
  readonly onFailure: (error: unknown) => void;
}): Promise<ClockWatch> => {
  const { machine, sharedMs, onFailure } = dependencies;
  const leadMs = (): number => machine.wallMs() - machine.elapsedMs();
  let compared: ClockComparison | undefined;

  const compare = async (): Promise<void> => {
    const [before, from] = [machine.wallMs(), machine.elapsedMs()];
    const shared = await sharedMs();
    const took = machine.elapsedMs() - from;
    if (took > SLOWEST) return;
    // The shared clock was read at an unknown moment between `from` and `from + took`.
    const ahead = before - shared;
    const isTrue = ahead <= MOST_APART && ahead + took >= -MOST_APART;
    if (!isTrue && compared?.isTrue !== false)
      onFailure(
        new Error(`the clock of this machine is ${Math.round(ahead)} ms ahead of the database's`),
      );
    // The lead before the comparison: the clock may have been set while the shared one was read.
    compared = { isTrue, leadMs: before - from };
  };

  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await machine.pause(compared ? MEASURED_EVERY : UNKNOWN_MEASURED_EVERY, signal);
      if (!signal.aborted) await compare().catch(onFailure);
    }
  };
  await compare();
  // The first comparison may have been too slow, because it also opened a connection.
  if (!compared) await compare();
  const running = run();
  return {
    isTrue: () =>
      compared !== undefined &&
      compared.isTrue &&
      Math.abs(leadMs() - compared.leadMs) <= MOST_APART,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
