import { nextReadBack } from '#/domain/workflows/next-read-back.ts';
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

interface Waiting {
  /** Of which the moment depends: once it is answered, another rhythm begins. */
  readonly submission: ProviderReferenceRow['submission'];
  readonly dueAt: Timestamp;
}

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
  const waiting = new Map<string, Waiting>();
  let seen = new Set<string>();
  let place = BEGINNING;

  const waitFrom = (row: ProviderReferenceRow, moment: Timestamp): Waiting => {
    const { paymentId, submission } = row;
    const entry = { submission, dueAt: nextReadBack(row, moment) };
    waiting.set(paymentId, entry);
    return entry;
  };

  const isDue = (row: ProviderReferenceRow, now: Timestamp): boolean => {
    seen.add(row.paymentId);
    const known = waiting.get(row.paymentId);
    if (known?.submission === row.submission) return known.dueAt <= now;
    const longAgo = addSeconds(now, -LOOK_BACK_SECONDS);
    return waitFrom(row, row.requestedAt > longAgo ? row.requestedAt : longAgo).dueAt <= now;
  };

  const forgetClosed = (): void => {
    for (const paymentId of waiting.keys()) if (!seen.has(paymentId)) waiting.delete(paymentId);
    seen = new Set();
  };

  return async (now: Timestamp): Promise<readonly string[]> => {
    const [newest, stretch] = await Promise.all([latest(LATEST), after(place, OTHERS)]);
    const due = new Map(
      [...newest, ...stretch]
        .filter((row) => isDue(row, now))
        .map((row) => [row.paymentId, row] as const),
    );
    const last = stretch.length === OTHERS ? stretch.at(-1) : undefined;
    place = last ?? BEGINNING;
    // Once round, what was not met any more is no longer open.
    if (!last) forgetClosed();
    const chosen = [...due.values()].slice(0, MOST_AT_ONCE);
    for (const row of chosen) waitFrom(row, now);
    return chosen.map(({ paymentId }) => paymentId);
  };
};
