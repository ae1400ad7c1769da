import type { Input } from './history.ts';

/** Something that the simulation finds, which is known and not mended yet. */
interface Known {
  readonly what: string;
  readonly found: RegExp;
  /** It comes of these alone, in this order. */
  readonly story: readonly Input['kind'][];
  /** A seed that finds it. It is taken off the list with its mend. */
  readonly seed: number;
}

export const known: readonly Known[] = [];

/** Whether what was found after a history is known. */
export const isKnown = (each: string, history: readonly Input[]): boolean =>
  known.some(
    ({ found, story }) =>
      found.test(each) && story.every((kind) => history.some((input) => input.kind === kind)),
  );
