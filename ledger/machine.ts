import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Machine } from '#/domain/ports/machine.ts';

const BLOCK = 4_096;

/** Takes random bytes in blocks, because each system call is slow. Bytes that were returned are wiped from the block. */
const createRandomBytes = (): ((size: number) => Buffer) => {
  let block = Buffer.alloc(0);
  let used = 0;
  return (size) => {
    if (size > BLOCK) return randomBytes(size);
    if (used + size > block.length) {
      block = randomBytes(BLOCK);
      used = 0;
    }
    const bytes = Buffer.from(block.subarray(used, used + size));
    block.fill(0, used, used + size);
    used += size;
    return bytes;
  };
};

/** The real machine; a simulation gives another. */
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
  bytes: createRandomBytes(),
};
