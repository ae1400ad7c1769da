import type { Machine } from '#/domain/ports/machine.ts';

const PAUSE_MS = 50;

/** Shortens pauses of workers to at most `PAUSE_MS`: the product's are too long for tests. */
export const withShortPauses = <Options extends { readonly machine: Machine }>(
  options: Options,
): Options => {
  const { machine } = options;
  const pause: Machine['pause'] = (ms, signal) => machine.pause(Math.min(ms, PAUSE_MS), signal);
  return { ...options, machine: { ...machine, pause } };
};
