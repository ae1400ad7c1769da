import type { Timestamp } from '#/domain/time.ts';
import type { ProviderReferenceRow } from '#/projections/provider-reference.ts';
import { createDueTimes } from './due-times.ts';

/** How many of the latest are looked at each time, and how many of all the others. */
const LATEST = 200;
const OTHERS = 500;

/** Of those that are due; the others are when they are looked at again. */
const MOST_AT_ONCE = 100;

type Place = Pick<ProviderReferenceRow, 'requestedAt' | 'paymentId'>;

const BEGINNING: Place = { requestedAt: '2000-01-01T00:00:00.000Z', paymentId: '' };

/** Where open payments are read. */
export interface OpenPayments {
  readonly latest: (limit: number) => Promise<readonly ProviderReferenceRow[]>;
  readonly after: (place: Place, limit: number) => Promise<readonly ProviderReferenceRow[]>;
}

/**
 * Payments that are due to be asked about, by the moments that their method has. Each look costs the same
 * however many are open: the latest, whose moments are seconds apart, and one stretch of all, which goes round.
 */
export const createDuePayments = ({ latest, after }: OpenPayments) => {
  const times = createDueTimes();
  let seen = new Set<string>();
  let place = BEGINNING;

  return async (now: Timestamp): Promise<readonly string[]> => {
    const [newest, stretch] = await Promise.all([latest(LATEST), after(place, OTHERS)]);
    const due = new Map(
      [...newest, ...stretch]
        .filter((row) => {
          seen.add(row.paymentId);
          return times.isDue(row.paymentId, row, now);
        })
        .map((row) => [row.paymentId, row] as const),
    );
    const last = stretch.length === OTHERS ? stretch.at(-1) : undefined;
    place = last ?? BEGINNING;
    // Once round, what was not met any more is no longer open.
    if (!last) {
      times.keep(seen);
      seen = new Set();
    }
    const chosen = [...due.values()].slice(0, MOST_AT_ONCE);
    for (const row of chosen) times.ask(row.paymentId, row, now);
    return chosen.map(({ paymentId }) => paymentId);
  };
};
