import { thisMachine } from '#/ledger/machine.ts';
import { householdOf } from './client-address.ts';
import { Rejected } from './problem.ts';

/** `points` calls per address in `seconds`. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
  /** Against many addresses at once: after `inAll` calls of all addresses together, an address with `each` calls has to wait. */
  readonly crowd?: { readonly inAll: number; readonly each: number };
}

/**
 * Limits per address, by kind of call. They leave room for an office of fifty, or a mobile operator's buyers, behind one address.
 * | class | ordinary use | why a limit |
 * |---|---|---|
 * | signIn | an office signs in once a morning | each costs 90 ms |
 * | invitation | a person opens a link, and types a password | each may be a guess |
 * | purchase | a launch: a buyer a second | each may reach an acquirer |
 * | general | a screen makes 5 to 8 calls | each may cost several queries |
 * | page | 12 checkouts a second | each is rendered, 2 to 7 ms |
 * | asset | a first visit loads about 20 | sent from the disk, about 0.3 ms |
 * | sandbox | manual tests of a shop | another process of this machine |
 * | health | a load balancer asks once a second | asks the database |
 * | cspReport | none | each may cost a log line |
 * | live | all tabs of an office after a restart | each holds memory |
 * | liveMessage | a tab sends a ping every 5 s | each wakes the process |
 * | subscription | 3 topics a tab | each reads its snapshot |
 * | notice | an acquirer sends 20 a second | each takes five queries |
 * | badNotice | a few until staff see a wrong secret | each is stored |
 */
export const defaultLimits = {
  signIn: { points: 20, seconds: 300 },
  invitation: { points: 20, seconds: 300 },
  purchase: { points: 60, seconds: 60 },
  general: { points: 2_400, seconds: 60, crowd: { inAll: 12_000, each: 300 } },
  page: { points: 120, seconds: 10, crowd: { inAll: 400, each: 10 } },
  asset: { points: 1_500, seconds: 10, crowd: { inAll: 6_000, each: 100 } },
  sandbox: { points: 120, seconds: 60, crowd: { inAll: 600, each: 20 } },
  health: { points: 300, seconds: 60 },
  cspReport: { points: 30, seconds: 60, crowd: { inAll: 600, each: 5 } },
  live: { points: 300, seconds: 60, crowd: { inAll: 3_000, each: 20 } },
  liveMessage: { points: 6_000, seconds: 60, crowd: { inAll: 180_000, each: 750 } },
  subscription: { points: 1_200, seconds: 60, crowd: { inAll: 12_000, each: 60 } },
  notice: { points: 40, seconds: 1, crowd: { inAll: 60, each: 2 } },
  badNotice: { points: 20, seconds: 300, crowd: { inAll: 200, each: 2 } },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitClass = keyof typeof defaultLimits;

/** A class without an entry has no limit. */
export type RequestLimits = Readonly<Partial<Record<LimitClass, Limit>>>;

/** For tests and measurements, in which one machine acts for many buyers. */
export const noLimits: RequestLimits = {};

/**
 * Counts calls for a key, mostly an address.
 * @throws Rejected `rate/limited` with Retry-After
 */
export type TakePoint = (limit: LimitClass, key: string, calls?: number) => Promise<void>;

/** Keys that are counted for each class of limits; the oldest are dropped first. */
const MOST_KEYS = 50_000;
const LONGEST_KEY = 200;

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Counts a key's calls in a window of time, which begins with its first call. Refused calls do not count. */
class Counter {
  readonly #limit: Limit;
  readonly #nowMs: () => number;
  /** Sorted by `endsAt`. An `lru-cache` would take the memory of all keys from the start. */
  readonly #windows = new Map<string, Window>();
  #everybody: Window = { count: 0, endsAt: 0 };

  constructor(limit: Limit, nowMs: () => number) {
    this.#limit = limit;
    this.#nowMs = nowMs;
  }

  /** @returns milliseconds to wait; 0 when allowed */
  take(key: string, calls: number): number {
    const now = this.#nowMs();
    const window = this.#windowOf(key, now);
    const { points, crowd } = this.#limit;
    if (this.#everybody.endsAt <= now) this.#everybody = this.#openWindow(now);
    const isCrowded = crowd !== undefined && this.#everybody.count >= crowd.inAll;
    if (window.count >= (isCrowded ? Math.min(points, crowd.each) : points)) {
      const ends = isCrowded ? Math.min(window.endsAt, this.#everybody.endsAt) : window.endsAt;
      return ends - now;
    }
    window.count += calls;
    this.#everybody.count += calls;
    return 0;
  }

  #windowOf(key: string, now: number): Window {
    const current = this.#windows.get(key);
    if (current && current.endsAt > now) return current;
    const window = this.#openWindow(now);
    this.#windows.delete(key);
    for (const [oldest, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < MOST_KEYS) break;
      this.#windows.delete(oldest);
    }
    this.#windows.set(key, window);
    return window;
  }

  #openWindow(now: number): Window {
    return { count: 0, endsAt: now + this.#limit.seconds * 1_000 };
  }
}

/** Creates the counters of this process. Each process allows the full limits. */
export const createRequestLimits = (
  limits: RequestLimits,
  nowMs: () => number = thisMachine.elapsedMs,
): TakePoint => {
  const counters = new Map(
    Object.entries(limits).map(([name, limit]) => [name, new Counter(limit, nowMs)]),
  );
  return async (limit, key, calls = 1) => {
    const wait = counters.get(limit)?.take(householdOf(key).slice(0, LONGEST_KEY), calls) ?? 0;
    if (wait <= 0) return;
    const seconds = Math.max(1, Math.ceil(wait / 1_000));
    throw new Rejected('rate/limited', { headers: { 'Retry-After': String(seconds) } });
  };
};
