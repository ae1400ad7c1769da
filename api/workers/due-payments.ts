import { nextReadBack } from '#/domain/policies/next-read-back.ts';
import { addSeconds, type Timestamp } from '#/domain/time.ts';
import type { ProviderReferenceRow } from '#/projections/provider-reference.ts';

/** How many of the latest are looked at each time, and how many of all the others. */
const LATEST = 200;
const OTHERS = 500;

/** Of those that are due; the others are when they are looked at again. */
const MOST_AT_ONCE = 100;

/** What came due while nobody asked is still asked, unless that was longer ago. */
const LOOK_BACK_SECONDS = 15 * 60;

type Place = Pick<ProviderReferenceRow, 'requestedAt' | 'paymentId'>;

const BEGINNING: Place = { requestedAt: '2000-01-01T00:00:00.000Z', paymentId: '' };

/** Where open payments are read. */
export interface OpenPayments {
  readonly latest: (limit: number) => Promise<readonly ProviderReferenceRow[]>;
  readonly after: (place: Place, limit: number) => Promise<readonly ProviderReferenceRow[]>;
}

/**
 * Payments that are due to be asked about, by the moments that their method has (`nextReadBack`). Each look costs the same
 * however many are open: the latest, whose moments are seconds apart, and one stretch of all, which goes round.
 */
export const createDuePayments = ({ latest, after }: OpenPayments) => {
  const askedAt = new Map<string, Timestamp>();
  let seen = new Set<string>();
  let place = BEGINNING;

  const isDue = (row: ProviderReferenceRow, now: Timestamp): boolean => {
    const longAgo = addSeconds(now, -LOOK_BACK_SECONDS);
    const unknown = row.requestedAt > longAgo ? row.requestedAt : longAgo;
    return nextReadBack(row, askedAt.get(row.paymentId) ?? unknown) <= now;
  };

  const nextStretch = async (): Promise<readonly ProviderReferenceRow[]> => {
    const rows = await after(place, OTHERS);
    for (const { paymentId } of rows) seen.add(paymentId);
    const last = rows.at(-1);
    if (last && rows.length === OTHERS) {
      place = last;
      return rows;
    }
    // Once round: what was not met any more is no longer open.
    for (const paymentId of askedAt.keys()) if (!seen.has(paymentId)) askedAt.delete(paymentId);
    seen = new Set();
    place = BEGINNING;
    return rows;
  };

  return async (now: Timestamp): Promise<readonly string[]> => {
    const rows = [...(await latest(LATEST)), ...(await nextStretch())];
    const due = rows.filter((row) => isDue(row, now)).map(({ paymentId }) => paymentId);
    const chosen = [...new Set(due)].slice(0, MOST_AT_ONCE);
    for (const paymentId of chosen) askedAt.set(paymentId, now);
    return chosen;
  };
};
