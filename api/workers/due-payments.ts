import type { Timestamp } from '#/domain/time.ts';
import type { ProviderReferenceRow } from '#/projections/provider-reference.ts';
import { createDueTimes } from './due-times.ts';

/** Payments checked per call: the latest ones, and a further batch of all. */
const LATEST = 200;
const OTHERS = 500;

/** Maximum due payments per call; the rest stay due for later calls. */
const MOST_AT_ONCE = 100;

type Place = Pick<ProviderReferenceRow, 'requestedAt' | 'paymentId'>;

const BEGINNING: Place = { requestedAt: '2000-01-01T00:00:00.000Z', paymentId: '' };

/** Source of open payments. */
export interface OpenPayments {
  readonly latest: (limit: number) => Promise<readonly ProviderReferenceRow[]>;
  readonly after: (place: Place, limit: number) => Promise<readonly ProviderReferenceRow[]>;
}

/**
 * Finds payments due for a read-back, by the schedule of their method. Each call costs the same however many are open: it
 * checks the latest, due every few seconds, and one further batch of all, in rotation.
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
    // After a full rotation, payments not seen in it are no longer open.
    if (!last) {
      times.keep(seen);
      seen = new Set();
    }
    const chosen = [...due.values()].slice(0, MOST_AT_ONCE);
    for (const row of chosen) times.ask(row.paymentId, row, now);
    return chosen.map(({ paymentId }) => paymentId);
  };
};
