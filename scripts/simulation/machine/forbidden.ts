import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import pauses from 'node:timers/promises';

/** What has them, what it is called, and the functions that give time, chance or the network of this machine. */
const WAYS: readonly (readonly [object, string, readonly string[]])[] = [
  [globalThis, '', ['setTimeout', 'setInterval', 'fetch']],
  [timers, 'node:timers ', ['setTimeout', 'setInterval']],
  [pauses, 'node:timers/promises ', ['setTimeout', 'setInterval']],
  [pauses.scheduler, 'scheduler.', ['wait']],
  [performance, 'performance.', ['now']],
  [process, 'process.', ['hrtime']],
  [AbortSignal, 'AbortSignal.', ['timeout']],
  [Temporal.Now, 'Temporal.Now.', Object.getOwnPropertyNames(Temporal.Now)],
  [Math, 'Math.', ['random']],
  [crypto, 'node:crypto ', ['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync']],
  [crypto, 'node:crypto ', ['randomFill']],
  [globalThis.crypto, 'crypto.', ['randomUUID', 'getRandomValues']],
];

/** Sets a property. @returns sets it back */
const replace = (object: object, name: string, value: unknown): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  return () => {
    if (before) Object.defineProperty(object, name, before);
    else Reflect.deleteProperty(object, name);
  };
};

/** Dates of moments that are given are allowed, the date of now is not. */
const withoutNow = (date: DateConstructor, forbidden: (name: string) => () => never) =>
  new Proxy(date, {
    construct: (target, given, newTarget) =>
      given.length === 0 ? forbidden('new Date()')() : Reflect.construct(target, given, newTarget),
    apply: forbidden('Date()'),
    get: (target, name) => (name === 'now' ? forbidden('Date.now') : Reflect.get(target, name)),
  });

/**
 * Makes all that leads out of the simulated world throw: time, chance and network of the machine under it.
 * @returns gives them back. @throws Error when one of them was used, even where that was caught
 */
export const forbidMachine = (): (() => void) => {
  const used: Error[] = [];
  const forbidden = (name: string) => (): never => {
    const error = new Error(`${name} leads out of the simulated world`);
    used.push(error);
    throw error;
  };
  const restore = [
    replace(globalThis, 'Date', withoutNow(Date, forbidden)),
    ...WAYS.flatMap(([object, owner, names]) =>
      names.map((name) => replace(object, name, forbidden(`${owner}${name}`))),
    ),
  ];
  syncBuiltinESMExports();
  return () => {
    for (const each of restore) each();
    syncBuiltinESMExports();
    if (used[0]) throw used[0];
  };
};
