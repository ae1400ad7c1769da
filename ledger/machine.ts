import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Machine } from '#/domain/ports/machine.ts';

/** The machine on which this process runs. Code gets it as a `Machine`, so that a simulation can give another. */
export const thisMachine: Machine = {
  wallMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  pause: (ms, signal) => delay(ms, undefined, signal && { signal }).catch(() => undefined),
  after: (ms, callBack) => {
    const timer = setTimeout(callBack, ms);
    return { cancel: () => clearTimeout(timer) };
  },
  fraction: () => Math.random(),
  uuid: () => randomUUID(),
  bytes: (size) => randomBytes(size),
};
