/** For a command's slow steps. */
export interface Progress {
  /** One line for each step. */
  readonly onProgress: (line: string) => void;
  /** Aborts on a stop signal. */
  readonly signal?: AbortSignal | undefined;
}
