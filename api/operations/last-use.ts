import type { Timestamp } from '#/domain/values/time.ts';

/** Whether a service worked when this process last used it. */
export interface LastUse {
  readonly at: Timestamp;
  readonly isWorking: boolean;
}

interface Watch {
  /** Null before the first use. */
  readonly last: () => LastUse | null;
  /** Wraps a call: each use records whether it worked. */
  readonly watch: <Input extends readonly unknown[], Output>(
    call: (...input: Input) => Promise<Output>,
  ) => (...input: Input) => Promise<Output>;
}

export const watchUse = (now: () => Timestamp): Watch => {
  let last: LastUse | null = null;
  return {
    last: () => last,
    watch:
      (call) =>
      async (...input) => {
        try {
          const output = await call(...input);
          last = { at: now(), isWorking: true };
          return output;
        } catch (error) {
          last = { at: now(), isWorking: false };
          throw error;
        }
      },
  };
};
