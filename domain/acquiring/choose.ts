import { z } from 'zod';
import { providerId } from './route.ts';

/** One acquirer of a route, with all that speaks for or against it at this moment. */
export const considered = z.strictObject({
  provider: providerId,
  share: z.int().min(0).max(100),
  standing: z.enum([
    'FIT',
    /** Stepped aside for its health. */
    'ASIDE',
    /** No account there, or it does not do this. */
    'NOT_OFFERED',
    /** It declined this very charge, and took nothing. */
    'DECLINED',
  ]),
});

/** Why an acquirer was chosen. The choice follows from `considered` and the id of what it was made for alone. */
export const choice = z.strictObject({
  reason: z.enum([
    /** No other was fit. */
    'ONLY',
    /** By its share of what comes. */
    'SHARE',
    /** No share is left among the fit: the first of them. */
    'PRIORITY',
    /** The next one after another declined. */
    'FALLBACK',
    /** Nobody was fit but who had stepped aside. */
    'LAST_RESORT',
  ]),
  considered: z.array(considered).min(1).max(10),
});

export type Considered = z.output<typeof considered>;
export type AcquirerChoice = z.output<typeof choice>;

const PARTS = 10_000;

/** Where an id falls between 0 and 1: FNV-1a with the finish of MurmurHash3, so that ids alike fall apart. */
const drawOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % PARTS;
};

const byShare = (id: string, fit: readonly Considered[]): Considered | undefined => {
  const total = fit.reduce((sum, { share }) => sum + share, 0);
  let left = (drawOf(id) * total) / PARTS;
  return fit.find(({ share }) => {
    left -= share;
    return left < 0;
  });
};

const chosen = (
  id: string,
  all: readonly Considered[],
): readonly [AcquirerChoice['reason'], Considered | undefined] => {
  const fit = all.filter(({ standing }) => standing === 'FIT');
  const [first, second] = fit;
  if (!first) return ['LAST_RESORT', all.find(({ standing }) => standing === 'ASIDE')];
  if (all.some(({ standing }) => standing === 'DECLINED')) return ['FALLBACK', first];
  if (!second) return ['ONLY', first];
  const drawn = byShare(id, fit);
  return drawn ? ['SHARE', drawn] : ['PRIORITY', first];
};

/**
 * The acquirer for a charge or payout, `id` being its own: the same id and the same circumstances always choose the same,
 * so what is on record can be replayed. Undefined when there is none.
 */
export const chooseAcquirer = (
  id: string,
  all: readonly Considered[],
): { readonly provider: string; readonly choice: AcquirerChoice } | undefined => {
  const [reason, one] = chosen(id, all);
  return one && { provider: one.provider, choice: { reason, considered: [...all] } };
};

/** The next one for a charge that `provider` declined. */
export const chooseAfter = (
  provider: string,
  id: string,
  before: AcquirerChoice,
): ReturnType<typeof chooseAcquirer> =>
  chooseAcquirer(
    id,
    before.considered.map((one) =>
      one.provider === provider ? { ...one, standing: 'DECLINED' as const } : one,
    ),
  );
