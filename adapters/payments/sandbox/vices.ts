/** Vices: simulated faults of this acquirer, as real acquirers have them. */

import { createHash } from 'node:crypto';

import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';

import { cutLater } from './cut-later.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

/** Faults in place of a normal answer. */
export const VICES = [
  /** 401 although the key is right; not carried out. */
  'turned-away',
  /** The request is not carried out, and gets no answer. */
  'request-lost',
  /** Carried out, but no answer. */
  'answer-lost',
  /** 500, not carried out. */
  'broken-before',
  /** Carried out, but 500. */
  'broken-after',
  /** Carried out, but 200 with a body that is not JSON. */
  'garbage-after',
  /** Carried out, but answered late. */
  'late',
] as const;

export type Vice = (typeof VICES)[number];

/** The probability of each vice in [0, 1], and a seed for the choice. */
export interface Vices {
  readonly seed: number;
  readonly rates: Readonly<Record<Vice, number>>;
}

const rate = z.coerce.number().min(0).max(1).default(0);

const settingSchema = z.strictObject({
  seed: z.coerce.number().int().nonnegative(),
  'turned-away': rate,
  'request-lost': rate,
  'answer-lost': rate,
  'broken-before': rate,
  'broken-after': rate,
  'garbage-after': rate,
  late: rate,
} satisfies Record<'seed' | Vice, z.ZodType>);

const sumOf = (rates: Vices['rates']): number =>
  Object.values(rates).reduce((sum, each) => sum + each, 0);

/** The value of `SANDBOX_VICES`, as in `seed=21,late=0.05`. */
export const vicesSetting = z
  .string()
  .transform((text) => Object.fromEntries(text.split(',').map((each) => each.split('='))))
  .pipe(settingSchema)
  .transform(({ seed, ...rates }): Vices => ({ seed, rates }))
  .refine(({ rates }) => sumOf(rates) <= 1, 'its rates add up to more than 1');

export const vicesText = ({ seed, rates }: Vices): string =>
  [`seed=${seed}`, ...Object.entries(rates).map(([vice, each]) => `${vice}=${each}`)].join(',');

/** A number in [0, 1) that depends on these words. */
const chanceOf = (...words: readonly (string | number)[]): number =>
  createHash('sha256').update(words.join(' ')).digest().readUInt32BE() / 2 ** 32;

/** Every fourth look-up of the same thing is normal, so repeated look-ups succeed in the end. */
const ANSWERED_LOOK_UP = 4;

/**
 * Whether a request may meet a vice. A look-up may meet one three times of four, any other request only when it comes for the first
 * time: a repetition with the same `Idempotency-Key` gets the normal answer.
 */
const mayMeetVice = (isLookUp: boolean, nth: number): boolean =>
  isLookUp ? nth % ANSWERED_LOOK_UP !== 0 : nth === 1;

/** Counts in the sandbox's file, because they must survive a restart. */
const createCounts = ({ database }: Store) => {
  database.exec(`
    CREATE TABLE IF NOT EXISTS counts (what TEXT NOT NULL, name TEXT NOT NULL, times INTEGER NOT NULL,
      PRIMARY KEY (what, name)) STRICT`);
  const statement = database.prepare(
    `INSERT INTO counts (what, name, times) VALUES (?, ?, 1)
     ON CONFLICT (what, name) DO UPDATE SET times = times + 1 RETURNING times`,
  );
  const counted = z.object({ times: z.number() });
  return (what: 'request' | 'vice', name: string): number =>
    counted.parse(statement.get(what, name)).times;
};

/**
 * Draws the vice of a request, which depends on seed, rates, the request, and how often it has come. A late answer comes after the part
 * `delayPart` (from 0 to 1) of the longest delay.
 */
const createDraw = ({ seed, rates }: Vices, store: Store) => {
  const count = createCounts(store);
  return (request: Request): { readonly vice: Vice | undefined; readonly delayPart: number } => {
    const { method, originalUrl } = request;
    const requestName = `${method} ${originalUrl} ${request.get('idempotency-key') ?? ''}`;
    const nth = count('request', requestName);
    const delayPart = chanceOf(seed, 'late', requestName, nth);
    if (!mayMeetVice(method === 'GET', nth)) return { vice: undefined, delayPart };
    // Each vice has a part of [0, 1) as long as its rate; in the rest, the request meets none.
    let remaining = chanceOf(seed, requestName, nth);
    const vice = VICES.find((each) => (remaining -= rates[each]) < 0);
    if (vice !== undefined) count('vice', vice);
    return { vice, delayPart };
  };
};

/** Calls `answer` when the request would be answered with JSON; `usual` sends that JSON. */
const insteadOf = (response: Response, answer: (usual: () => void) => void): void => {
  const json = response.json.bind(response);
  response.json = (body: unknown) => {
    answer(() => json(body));
    return response;
  };
};

/**
 * Gives some requests to the sandbox a vice (a simulated fault).
 * @param heldMs how long a connection without an answer is held before it is cut; also the longest delay of a late answer
 */
export const misbehave = (
  vices: Vices,
  { store, heldMs }: { readonly store: Store; readonly heldMs: number },
): RequestHandler => {
  const draw = createDraw(vices, store);
  return (request, response, next) => {
    const { vice, delayPart } = draw(request);
    const sendBroken = (): void => void response.status(500).type('json').send('{}');
    switch (vice) {
      case 'turned-away':
        throw new Problem(401, 'unauthorized', 'the key is not recognised at the moment');
      case 'request-lost':
        return cutLater(response, heldMs);
      case 'broken-before':
        return sendBroken();
      case 'answer-lost':
        insteadOf(response, () => cutLater(response, heldMs));
        break;
      case 'broken-after':
        insteadOf(response, sendBroken);
        break;
      case 'garbage-after':
        insteadOf(response, () => void response.status(200).type('html').send('<html>OK'));
        break;
      case 'late':
        insteadOf(response, (usual) => void setTimeout(usual, delayPart * heldMs));
        break;
      case undefined:
        break;
    }
    next();
  };
};
