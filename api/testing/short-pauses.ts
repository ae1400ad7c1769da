import type { Machine } from '#/domain/ports/machine.ts';

const PAUSE_MS = 50;

/** Workers look for due work every `PAUSE_MS`; the product's pauses are too long for tests. */
export const withShortPauses = <Options extends { readonly machine: Machine }>(
  options: Options,
): Options => {
  const { machine } = options;
  const pause: Machine['pause'] = (ms, signal) => machine.pause(Math.min(ms, PAUSE_MS), signal);
  return { ...options, machine: { ...machine, pause } };
};
