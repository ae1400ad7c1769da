import type { Clock, Timers } from '#/domain/ports/machine.ts';

/** Milliseconds. A clock that differs from the shared one by more is wrong. */
const MOST_APART = 2_000;
const MEASURED_EVERY = 5_000;
/** Milliseconds between attempts until the first comparison succeeds. */
const UNKNOWN_MEASURED_EVERY = 500;
/** Milliseconds. A comparison that took longer is too inexact. */
const SLOWEST = 1_000;

export interface ClockWatch {
  /** Whether the wall clock is known to be right. */
  readonly isTrue: () => boolean;
  readonly stop: () => Promise<void>;
}

interface ClockComparison {
  readonly isTrue: boolean;
  /** Wall clock minus monotonic time. The difference changes when the wall clock is set. */
  readonly leadMs: number;
}

/**
 * Compares the wall clock with a clock that all processes share, at the start and then every few seconds.
 * @param sharedMs reads the shared clock, milliseconds since 1970
 * @throws the error of `sharedMs` in the first comparison; later errors go to `onFailure`
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
    // Both times are from before the read, because the wall clock may have been set during it.
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
