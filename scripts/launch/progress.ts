/** What takes long is given this by the command that it is a part of. */
export interface Progress {
  /** Called with one line a step. */
  readonly onProgress: (line: string) => void;
  /** Aborts when the command is told to stop. */
  readonly signal?: AbortSignal | undefined;
}
