import type { Clock, Timers } from '#/domain/ports/machine.ts';

/** Milliseconds by which a clock may differ: two processes that differ so much, one each way, still keep their deadlines. */
const MOST_APART = 2_000;
const MEASURED_EVERY = 5_000;
/** Until the clock has been compared, no call is begun. */
const UNKNOWN_MEASURED_EVERY = 500;
/** A comparison that took longer says too little. */
const SLOWEST = 1_000;

export interface ClockWatch {
  /** Whether the wall clock is known to show the time that all processes share. */
  readonly isTrue: () => boolean;
  readonly stop: () => Promise<void>;
}

/** What is known of the wall clock since it was compared. */
interface ClockComparison {
  readonly isTrue: boolean;
  /** The lead over monotonic time of the wall clock that was compared; it changes only when the clock is set. */
  readonly leadMs: number;
}

/**
 * Compares the wall clock with the one that all processes share, now and every five seconds. Deadlines of calls, and the absence of
 * calls, are judged by wall clocks: a process whose clock is minutes ahead takes a call that is just being sent for one that never
 * was. A clock that was not compared yet counts as wrong, and so does one that was set since, until it is compared again.
 * @param sharedMs reads the shared clock, milliseconds since 1970
 */
export const watchClock = async (parts: {
  readonly machine: Clock & Timers;
  readonly sharedMs: () => Promise<number>;
  readonly onFailure: (error: unknown) => void;
}): Promise<ClockWatch> => {
  const { machine, sharedMs, onFailure } = parts;
  const leadMs = (): number => machine.wallMs() - machine.elapsedMs();
  let compared: ClockComparison | undefined;

  const compare = async (): Promise<void> => {
    const [before, from] = [machine.wallMs(), machine.elapsedMs()];
    const shared = await sharedMs();
    const took = machine.elapsedMs() - from;
    if (took > SLOWEST) return;
    // It was read at some moment of the time that this took.
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
  // The first one may have made a connection, too.
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
