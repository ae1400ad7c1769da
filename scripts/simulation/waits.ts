import type { InvestigationKind } from '#/projections/investigations.ts';
import { readOpenCases, type OpenCase } from '#/scripts/simulation/reads/rows.ts';
import type { Site } from './site.ts';

/** What waits for a person. A payment with another amount than requested is a mismatch. */
export const WAITS = [
  'payment',
  'refund',
  'withdrawal',
  'registration',
  'mismatch',
  'parked work',
] as const;

export type Waits = (typeof WAITS)[number];

const OF_CASES: Readonly<Record<InvestigationKind, Waits>> = {
  PAYMENT: 'payment',
  REFUND: 'refund',
  WITHDRAWAL: 'withdrawal',
  REGISTRATION: 'registration',
};

/** A name in the counts of a run. */
export const nameOfCount = (kind: Waits): string => `waits in the end: ${kind}`;

const MISMATCH = 'PaymentMismatchFound';

const kindOf = ({ log }: Site, { kind, id }: OpenCase): Waits =>
  kind === 'PAYMENT' && log.stream(`payment-${id}`).some(({ type }) => type === MISMATCH)
    ? 'mismatch'
    : OF_CASES[kind];

/** Counts open cases and parked events. */
export const countWaiting = async (site: Site): Promise<void> => {
  const { count, log, shared } = site;
  for (const open of readOpenCases(shared.reads.tables)) count(nameOfCount(kindOf(site, open)));
  const parked = await log.checkpoints.listParked();
  parked.forEach(() => count(nameOfCount('parked work')));
};
