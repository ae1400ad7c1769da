import type { Machine } from '#/domain/ports/machine.ts';

const PAUSE_MS = 50;

/** Returns parts whose workers look for what is due twenty times a second: a product does once a second, for which tests would wait. */
export const withShortPauses = <Parts extends { readonly machine: Machine }>(
  parts: Parts,
): Parts => {
  const { machine } = parts;
  const pause: Machine['pause'] = (ms, signal) => machine.pause(Math.min(ms, PAUSE_MS), signal);
  return { ...parts, machine: { ...machine, pause } };
};
