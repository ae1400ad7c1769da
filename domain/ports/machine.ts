/** Wall clock and monotonic time of one process. */
export interface Clock {
  /** Milliseconds since 1970. May be wrong, and may jump both ways. */
  readonly wallMs: () => number;
  /** Milliseconds since some moment; it never goes back. */
  readonly elapsedMs: () => number;
}

export interface Timers {
  /** Resolves after the pause, or at once when the signal aborts. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls back once, unless it is cancelled before. */
  readonly after: (ms: number, callBack: () => void) => Timer;
}

export interface Timer {
  readonly cancel: () => void;
}

export interface RandomSource {
  /** From 0 up to, but not including, 1. */
  readonly fraction: () => number;
  /** A random UUID (version 4, RFC 9562). */
  readonly uuid: () => string;
  /** Random bytes that no one can guess. */
  readonly bytes: (size: number) => Buffer;
}

/** What a process gets from its machine, besides network and stores. */
export interface Machine extends Clock, Timers, RandomSource {}
