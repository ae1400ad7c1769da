import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import timers from 'node:timers';
import pauses from 'node:timers/promises';
import tls from 'node:tls';

/** Functions that lead out of the simulated world: their object, a prefix for messages, their names. `withoutNow` replaces `Date`. */
const WAYS: readonly (readonly [object, string, readonly string[]])[] = [
  [globalThis, '', ['setTimeout', 'setInterval', 'setImmediate', 'fetch']],
  [timers, 'node:timers ', ['setTimeout', 'setInterval', 'setImmediate']],
  [pauses, 'node:timers/promises ', ['setTimeout', 'setInterval', 'setImmediate']],
  [pauses.scheduler, 'scheduler.', ['wait', 'yield']],
  [performance, 'performance.', ['now']],
  [process, 'process.', ['hrtime']],
  [AbortSignal, 'AbortSignal.', ['timeout']],
  [Temporal.Now, 'Temporal.Now.', Object.getOwnPropertyNames(Temporal.Now)],
  [Math, 'Math.', ['random']],
  [crypto, 'node:crypto ', ['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync']],
  [crypto, 'node:crypto ', ['randomFill']],
  [globalThis.crypto, 'crypto.', ['randomUUID', 'getRandomValues']],
  [http, 'node:http ', ['request', 'get']],
  [https, 'node:https ', ['request', 'get']],
  // Connections of Node and of undici are made by this.
  [net.Socket.prototype, 'Socket.', ['connect']],
  [net.Server.prototype, 'Server.', ['listen']],
  [net, 'node:net ', ['connect', 'createConnection']],
  [tls, 'node:tls ', ['connect']],
  [dgram, 'node:dgram ', ['createSocket']],
  [dns, 'node:dns ', ['lookup', 'resolve']],
  [dns.promises, 'node:dns/promises ', ['lookup', 'resolve']],
];

/** @returns a function that restores the property */
const replace = (object: object, name: string, value: unknown): (() => void) => {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  return () => {
    if (before) Object.defineProperty(object, name, before);
    else Reflect.deleteProperty(object, name);
  };
};

/** True in all code that a run started. */
const inRun = new AsyncLocalStorage<true>();

/** Notes that a run used the real machine. @throws Error inside a run */
type Refuse = (name: string) => void;

const refuserIn = (used: Error[]): Refuse => {
  return (name) => {
    if (!inRun.getStore()) return;
    const error = new Error(`${name} leads out of the simulated world`);
    used.push(error);
    throw error;
  };
};

/**
 * Returns a `Date` that refuses the current time; dates of given instants are allowed. It is a function, because a run makes so many dates
 * that a proxy would slow it.
 */
const withoutNow = (date: DateConstructor, refuse: Refuse): unknown => {
  function DateOfInstant(...parameters: readonly [] | readonly [number]): Date | string {
    if (new.target === undefined) {
      refuse('Date()');
      return date();
    }
    if (parameters.length === 0) {
      refuse('new Date()');
      return new date();
    }
    return new date(...parameters);
  }
  const now = (): number => {
    refuse('Date.now');
    return date.now();
  };
  return Object.assign(DateOfInstant, {
    now,
    parse: date.parse,
    UTC: date.UTC,
    prototype: date.prototype,
  });
};

/** Returns a copy of a function that throws when a run calls it, or calls a function on it, such as `hrtime.bigint`. */
const withoutCalls = (call: object, name: string, refuse: Refuse): unknown =>
  new Proxy(call, {
    apply(target, self, parameters) {
      refuse(name);
      return typeof target === 'function' ? Reflect.apply(target, self, parameters) : undefined;
    },
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      const isOwn = typeof value === 'function' && Object.hasOwn(target, property);
      return isOwn ? withoutCalls(value, `${name}.${String(property)}`, refuse) : value;
    },
  });

/**
 * Runs `run` so that the real machine's time, randomness and network throw inside. Only one run at a time.
 * @throws Error when the run used one of them, even if it caught the error
 */
export const withoutMachine = async <Result>(run: () => Promise<Result>): Promise<Result> => {
  const used: Error[] = [];
  const refuse = refuserIn(used);
  const restore = [
    replace(globalThis, 'Date', withoutNow(Date, refuse)),
    ...WAYS.flatMap(([object, owner, names]) =>
      names.map((name) =>
        replace(object, name, withoutCalls(Reflect.get(object, name), `${owner}${name}`, refuse)),
      ),
    ),
  ];
  syncBuiltinESMExports();
  const restoreAll = (): void => {
    for (const each of restore) each();
    syncBuiltinESMExports();
  };
  const result = await inRun.run(true, run).finally(restoreAll);
  if (used[0]) throw used[0];
  return result;
};
