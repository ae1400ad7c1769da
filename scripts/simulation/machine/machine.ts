import type { RandomSource, Machine } from '#/domain/ports/machine.ts';
import { fnv1a } from '#/domain/values/fnv1a.ts';
import { createCounter } from '#/scripts/simulation/draws.ts';
import type { SimulatedProcess } from '#/scripts/simulation/process.ts';
import type { World } from '#/scripts/simulation/world.ts';

/** @param name the owner of the random numbers, which depend on the present step */
export const chanceOf = (world: World, name: string): RandomSource => {
  const countOf = createCounter();
  let [line, about] = ['', ''];
  const next = (purpose: string): number => {
    // Hashes a line once: an id takes sixteen numbers, and a line may contain a whole notice.
    if (about === '' || line !== world.line) {
      ({ line } = world);
      about = fnv1a(line).toString(36);
    }
    return world.draws.chance(purpose, name, countOf(about), about);
  };
  const bytes = (size: number): Buffer =>
    Buffer.from(Array.from({ length: size }, () => Math.floor(next('bytes') * 256)));
  const uuid = (): string => {
    const raw = bytes(16);
    raw[6] = ((raw[6] ?? 0) & 0x0f) | 0x40;
    raw[8] = ((raw[8] ?? 0) & 0x3f) | 0x80;
    return raw.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  return { fraction: () => next('fraction'), bytes, uuid };
};

/** Virtual time, timers (late while frozen, never when dead), and random numbers by seed. */
export const machineOf = (world: World, process: SimulatedProcess): Machine => {
  const after: Machine['after'] = (ms, callBack) => {
    if (process.isDead) return { cancel: () => undefined };
    // Whole milliseconds, as the product's clocks.
    const whole = Math.ceil(ms);
    return world.after(whole, `${process.name} timer ${whole}`, () => process.receive(callBack));
  };
  const pause: Machine['pause'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const end = (): void => {
        timer.cancel();
        // A long-lived signal would keep all listeners.
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = after(ms, end);
      signal?.addEventListener('abort', end);
    });
  return {
    wallMs: () => world.now + process.skewMs,
    elapsedMs: () => world.now,
    after,
    pause,
    ...chanceOf(world, process.name),
  };
};
