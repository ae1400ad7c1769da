/** Passed to a command's slow steps. */
export interface Progress {
  /** Called with one line for each step. */
  readonly onProgress: (line: string) => void;
  /** Aborts on a stop signal. */
  readonly signal?: AbortSignal | undefined;
}
