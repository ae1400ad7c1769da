import type { Services } from '#/api/composition/api-services.ts';
import { readPrimary } from '#/api/reads/freshness.ts';
import { books } from '#/domain/books/decider.ts';
import { accountStream, booksStream, streamOf } from '#/domain/values/ids.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import { addMonths, monthOf } from '#/domain/values/time.ts';
import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { getPaymentTimeline, type TimelineEntry } from '#/projections/payment-timeline.ts';

const readEventAt = async (
  store: EventStore,
  stream: string,
  revision: number,
): Promise<Recorded | undefined> => {
  const [event] = await store.readStream(stream, { from: revision, limit: 1 });
  return event;
};

/** Binary search, because a month of an account may be too long to read whole. */
const findEventAt = async (
  store: EventStore,
  stream: string,
  position: string,
): Promise<Recorded | undefined> => {
  let [low, high] = [0, 1];
  for (;;) {
    const event = await readEventAt(store, stream, high);
    if (!event || event.position >= position) break;
    [low, high] = [high, high * 2];
  }
  while (low <= high) {
    const middle = (low + high) >> 1;
    const event = await readEventAt(store, stream, middle);
    if (event?.position === position) return event;
    if (event && event.position < position) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
};

/** Finds the event in the month of its timeline entry, or in a later month if that one was closed already. */
const findAccountEvent = async (
  { store, handler }: Services['core'],
  sellerId: string,
  { at, position }: TimelineEntry,
): Promise<Recorded> => {
  const { state: months } = await handler.load(books, booksStream(sellerId));
  const month = monthOf(at);
  // In accounts older than the `books` stream, the event is in its own month or the next.
  const periods = new Set([month, addMonths(month, 1), ...months.filter((later) => later > month)]);
  for (const period of periods) {
    const event = await findEventAt(store, accountStream(sellerId, period), position);
    if (event) return event;
  }
  throw new Error(`nothing at ${position} in the account of ${sellerId}`);
};

const isOfAccount = ({ type }: TimelineEntry): boolean =>
  type === 'ReceivablesBooked' || type === 'ReceivablesReversed';

export interface PaymentEvents {
  /** Events of the payment, of its refunds, and of the account that booked or reversed its money; in log order. */
  readonly events: readonly Recorded[];
  readonly position: string;
}

/** Reads the primary database, because a replica may lag. */
export const loadPaymentEvents = async (
  { core, ...parts }: Services,
  paymentId: string,
  { requested, refunds }: RequestedPayment,
  after: string | undefined,
): Promise<PaymentEvents> => {
  const { value: timeline, position } = await readPrimary(
    parts,
    ['payment-timeline'],
    after,
    (database) => getPaymentTimeline(database, paymentId),
  );
  const refundStreams = Object.keys(refunds).map((refundId) => streamOf('refund', refundId));
  const streams = await Promise.all(
    [streamOf('payment', paymentId), ...refundStreams].map((stream) =>
      core.store.readStream(stream),
    ),
  );
  const booked = await Promise.all(
    timeline.filter(isOfAccount).map((entry) => findAccountEvent(core, requested.sellerId, entry)),
  );
  const events = [...streams.flat(), ...booked].toSorted((a, b) =>
    a.position < b.position ? -1 : 1,
  );
  const lastPosition = events.at(-1)?.position ?? position;
  return { events, position: lastPosition > position ? lastPosition : position };
};
