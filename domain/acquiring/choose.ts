import { z } from 'zod';
import { LONGEST_ROUTE } from './bounds.ts';
import { fnv1a } from '#/domain/values/fnv1a.ts';
import { providerId } from './route.ts';

/** An acquirer of a route, and whether it is fit for the charge or payout. */
export const considered = z.strictObject({
  provider: providerId,
  share: z.int().min(0).max(100),
  standing: z.enum([
    'FIT',
    /** Suspended, because its last calls failed or were slow. */
    'ASIDE',
    /** No account there, or the acquirer cannot carry out this charge or payout. */
    'NOT_OFFERED',
    /** It did not take this charge, or another acquirer has it. */
    'DECLINED',
  ]),
});

/** Why an acquirer was chosen. Depends only on `considered` and the id of the charge or payout. */
export const choice = z.strictObject({
  reason: z.enum([
    /** It was the only fit acquirer. */
    'ONLY',
    /** Drawn from the fit acquirers by their shares. */
    'SHARE',
    /** All fit acquirers have a share of 0: the first of them. */
    'PRIORITY',
    /** Another acquirer is `DECLINED`: the first one that is fit. */
    'FALLBACK',
    /** No acquirer was fit: the first of those that are suspended. */
    'LAST_RESORT',
  ]),
  considered: z.array(considered).min(1).max(LONGEST_ROUTE),
});

export type Candidate = z.output<typeof considered>;
export type RoutingDecision = z.output<typeof choice>;

const PARTS = 10_000;

/** FNV-1a with the final mix of MurmurHash3: similar ids get distant numbers. */
const drawOf = (id: string): number => {
  let hash = fnv1a(id);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % PARTS;
};

const byShare = (id: string, fit: readonly Candidate[]): Candidate | undefined => {
  const total = fit.reduce((sum, { share }) => sum + share, 0);
  let remaining = (drawOf(id) * total) / PARTS;
  return fit.find(({ share }) => {
    remaining -= share;
    return remaining < 0;
  });
};

const chooseCandidate = (
  id: string,
  all: readonly Candidate[],
): readonly [RoutingDecision['reason'], Candidate | undefined] => {
  const fit = all.filter(({ standing }) => standing === 'FIT');
  const [first, second] = fit;
  if (!first) return ['LAST_RESORT', all.find(({ standing }) => standing === 'ASIDE')];
  if (all.some(({ standing }) => standing === 'DECLINED')) return ['FALLBACK', first];
  if (!second) return ['ONLY', first];
  const drawn = byShare(id, fit);
  return drawn ? ['SHARE', drawn] : ['PRIORITY', first];
};

/** The same id and candidates give the same choice. Suspended acquirers are chosen only if none is fit. */
export const chooseAcquirer = (
  id: string,
  all: readonly Candidate[],
): { readonly provider: string; readonly choice: RoutingDecision } | undefined => {
  const [reason, chosen] = chooseCandidate(id, all);
  return chosen && { provider: chosen.provider, choice: { reason, considered: [...all] } };
};

/** The acquirers to which a request with this choice may have been sent, or may still be sent. */
export const listPossibleProviders = ({ considered: all }: RoutingDecision): readonly string[] =>
  all.flatMap(({ provider, standing }) =>
    standing === 'FIT' || standing === 'ASIDE' ? [provider] : [],
  );

/** The acquirers to which an earlier request with the same id may have been sent: also those that declined the present one. */
export const listOfferingProviders = ({ considered: all }: RoutingDecision): readonly string[] =>
  all.flatMap(({ provider, standing }) => (standing === 'NOT_OFFERED' ? [] : [provider]));

/** Adds an acquirer that has left the route, in place of the last one if the route is full. */
export const withCandidate = (
  provider: string,
  { considered: all }: RoutingDecision,
): Pick<RoutingDecision, 'considered'> => {
  if (all.some((each) => each.provider === provider)) return { considered: all };
  const added = { provider, share: 0, standing: 'FIT' } as const;
  return { considered: [...all.slice(0, LONGEST_ROUTE - 1), added] };
};

/** Chooses the acquirer that has the charge or payout; undefined when it is not on the route. */
export const chooseOnly = (
  provider: string,
  id: string,
  { considered: all }: Pick<RoutingDecision, 'considered'>,
): ReturnType<typeof chooseAcquirer> =>
  chooseAcquirer(
    id,
    all.map((one) => {
      // It may have declined a later call, or be disconnected since.
      if (one.provider === provider)
        return one.standing === 'ASIDE' ? one : { ...one, standing: 'FIT' };
      return one.standing === 'NOT_OFFERED' ? one : { ...one, standing: 'DECLINED' };
    }),
  );

/** Chooses the next acquirer for a charge that `provider` did not take; undefined = none. */
export const chooseAfter = (
  provider: string,
  id: string,
  { considered: all }: RoutingDecision,
): ReturnType<typeof chooseAcquirer> =>
  chooseAcquirer(
    id,
    all.map((one) => (one.provider === provider ? { ...one, standing: 'DECLINED' } : one)),
  );
