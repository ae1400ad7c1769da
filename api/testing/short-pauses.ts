import type { Machine } from '#/domain/ports/machine.ts';

const PAUSE_MS = 50;

/** Returns parts whose workers look for due work twenty times a second. The product does so once a second, too slowly for tests. */
export const withShortPauses = <Parts extends { readonly machine: Machine }>(
  parts: Parts,
): Parts => {
  const { machine } = parts;
  const pause: Machine['pause'] = (ms, signal) => machine.pause(Math.min(ms, PAUSE_MS), signal);
  return { ...parts, machine: { ...machine, pause } };
};
