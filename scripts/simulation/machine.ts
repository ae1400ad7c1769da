import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import type { SimulatedProcess } from './process.ts';
import type { Cancelable, World } from './world.ts';

/** The process in whose name code runs. */
const running = new AsyncLocalStorage<SimulatedProcess>();

/** Runs code as a process: its clock, its timers and its chances are that process's. */
export const runAs = <Result>(process: SimulatedProcess, run: () => Result): Result =>
  running.run(process, run);

const aborted = (): DOMException => new DOMException('This operation was aborted', 'AbortError');

const createTimers = (world: World) => {
  const after = (ms: number, what: () => void): Cancelable => {
    const process = running.getStore();
    if (process === undefined) throw new Error('a timer outside every process');
    if (process.isDead) return { cancel: () => undefined };
    // In whole milliseconds, like every clock of the product.
    const whole = Math.ceil(ms);
    return world.after(whole, `${process.name} timer ${whole}`, () =>
      process.receive(() => runAs(process, what)),
    );
  };
  const delay = (
    ms = 1,
    value?: unknown,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(aborted());
      const stop = () => {
        timer.cancel();
        reject(aborted());
      };
      const timer = after(ms, () => {
        // A signal that lives long would keep the listeners of all pauses that ever were.
        signal?.removeEventListener('abort', stop);
        resolve(value);
      });
      signal?.addEventListener('abort', stop, { once: true });
    });
  const timeout = (what: (...given: readonly unknown[]) => void, ms = 1, ...given: unknown[]) => {
    const timer = after(ms, () => what(...given));
    return Object.assign(timer, { unref: () => timer, ref: () => timer });
  };
  const interval = (what: () => void, ms = 1) => {
    let timer: Cancelable;
    const again = (): void => {
      timer = after(ms, () => {
        again();
        what();
      });
    };
    again();
    return { cancel: () => timer.cancel(), unref: () => undefined };
  };
  const clear = (timer?: Partial<Cancelable>) => timer?.cancel?.();
  return { delay, timeout, interval, clear };
};

/** Bytes that depend on the process and on how many it has drawn before. */
const createChance = (world: World) => {
  const drawn = new Map<string, number>();
  const next = (purpose: string): number => {
    const name = running.getStore()?.name ?? 'the world';
    const nth = (drawn.get(name) ?? 0) + 1;
    drawn.set(name, nth);
    return world.draws.chance(purpose, name, nth);
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

/** What leads out of the world, and nothing in it may use: each call throws. @returns a function that allows it again */
const forbid = (): (() => void) => {
  const { fetch: realFetch } = globalThis;
  const { timeout } = AbortSignal;
  const { randomInt } = crypto;
  const forbidden = (name: string) => (): never => {
    throw new Error(`${name} leads out of the simulated world`);
  };
  Object.assign(globalThis, { fetch: forbidden('fetch') });
  Object.assign(AbortSignal, { timeout: forbidden('AbortSignal.timeout') });
  Object.assign(crypto, { randomInt: forbidden('crypto.randomInt') });
  return () => {
    Object.assign(globalThis, { fetch: realFetch });
    Object.assign(AbortSignal, { timeout });
    Object.assign(crypto, { randomInt });
  };
};

/**
 * Puts virtual time and drawn chances in place of this machine's, for code that runs as a simulated process.
 * @returns a function that gives the machine back
 */
export const takeMachine = (world: World): (() => void) => {
  const { delay, timeout, interval, clear } = createTimers(world);
  const { fraction, bytes, uuid } = createChance(world);
  const real = {
    Date,
    setTimeout,
    clearTimeout,
    setInterval,
    clearInterval,
    now: performance.now,
    random: Math.random,
    delay: timers.setTimeout,
    randomUUID: crypto.randomUUID,
    randomBytes: crypto.randomBytes,
  };
  const nowMs = (): number => world.now + (running.getStore()?.skewMs ?? 0);
  class VirtualDate extends real.Date {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [nowMs()] : given) as [number]));
    }

    static override now(): number {
      return nowMs();
    }
  }
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: timeout,
    clearTimeout: clear,
    setInterval: interval,
    clearInterval: clear,
  });
  Object.assign(performance, { now: () => world.now });
  Object.assign(Math, { random: fraction });
  Object.assign(timers, { setTimeout: delay });
  Object.assign(crypto, { randomUUID: uuid, randomBytes: bytes });
  const openForbidden = forbid();
  syncBuiltinESMExports();
  return () => {
    openForbidden();
    const { Date: date, setTimeout: set, clearTimeout: unset } = real;
    const { setInterval: repeat, clearInterval: stop } = real;
    Object.assign(globalThis, {
      Date: date,
      setTimeout: set,
      clearTimeout: unset,
      setInterval: repeat,
      clearInterval: stop,
    });
    Object.assign(performance, { now: real.now });
    Object.assign(Math, { random: real.random });
    Object.assign(timers, { setTimeout: real.delay });
    Object.assign(crypto, { randomUUID: real.randomUUID, randomBytes: real.randomBytes });
    syncBuiltinESMExports();
  };
};
