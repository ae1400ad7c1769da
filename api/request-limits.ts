import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Rejected } from './problem.ts';

/** So many calls from one address in so many seconds. */
export interface Limit {
  readonly points: number;
  readonly seconds: number;
}

/** By kind of call: guessing passwords and cards is slow, looking is not. */
export interface RequestLimits {
  readonly signIn: Limit;
  readonly purchase: Limit;
  readonly general: Limit;
  /** Sockets opened. */
  readonly live: Limit;
}

export type LimitClass = keyof RequestLimits;

export const defaultLimits: RequestLimits = {
  signIn: { points: 20, seconds: 300 },
  purchase: { points: 60, seconds: 60 },
  general: { points: 1_200, seconds: 60 },
  live: { points: 60, seconds: 60 },
};

/** Where one machine plays many buyers: tests and measurements. */
const unlimited: Limit = { points: 1_000_000_000, seconds: 1 };
export const noLimits: RequestLimits = {
  signIn: unlimited,
  purchase: unlimited,
  general: unlimited,
  live: unlimited,
};

/** @throws Rejected `rate/limited` with Retry-After */
export type TakePoint = (limit: LimitClass, address: string) => Promise<void>;

/** An IPv6 household has a whole /64 to call from; it counts as one. */
const household = (address: string): string => {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (v4) return v4;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head ? head.split(':') : [];
  const back = tail ? tail.split(':') : [];
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
};

/** Counted in this process: with several, each gives the limit once more. */
export const createRequestLimits = (limits: RequestLimits): TakePoint => {
  const limiter = ({ points, seconds }: Limit) =>
    new RateLimiterMemory({ points, duration: seconds });
  const limiters: Readonly<Record<LimitClass, RateLimiterMemory>> = {
    signIn: limiter(limits.signIn),
    purchase: limiter(limits.purchase),
    general: limiter(limits.general),
    live: limiter(limits.live),
  };
  return async (limit, address) => {
    try {
      await limiters[limit].consume(household(address));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      throw new Rejected('rate/limited', { headers: { 'Retry-After': String(seconds) } });
    }
  };
};
