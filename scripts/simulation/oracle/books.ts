import { cents } from '#/domain/values/money.ts';
import type { Movement } from '#/scripts/simulation/banks/bank.ts';
import { fieldsOf, nameOfStream, normaliseId, type EventText } from './texts.ts';

/** An event, read only as text. */
type BookedEvent = Pick<EventText, 'position' | 'stream' | 'type' | 'data'>;

/** One side of a posting in the product's journal. */
export interface Entry {
  readonly position: string;
  readonly address: string;
  /** Cents; debits are negative. */
  readonly amount: number;
}

/** The books at one moment. */
export interface BooksState {
  readonly events: readonly BookedEvent[];
  readonly entries: readonly Entry[];
  /** Books by account, named as in the product's addresses. */
  readonly banks: readonly {
    readonly acquirer: string;
    readonly account: string;
    readonly moved: readonly Movement[];
  }[];
  readonly parked: readonly string[];
  /** Ids of what staff see as waiting; for a refund, also its payment's id. */
  readonly waiting: readonly string[];
  /** Ids of what staff decided wrongly. */
  readonly misled: readonly string[];
}

export interface Moment {
  /** The sale from before the history, which no acquirer knows. */
  readonly before: string;
  /** True when nothing moves any more; otherwise open items are not judged. */
  readonly isDrained: boolean;
}

const nameOf = ({ stream }: BookedEvent): string => nameOfStream(stream);

const WAITS =
  /^(?:(?:Payment|Refund|Withdrawal)LeftUnresolved|PaymentMismatchFound|(?:Refund|Withdrawal)Contradicted)$/;
const ENDS: Readonly<Record<string, RegExp>> = {
  PaymentRequested: /^Payment(?:Approved|Rejected|Canceled)$/,
  RefundRequested: /^Refund(?:Settled|Failed)$/,
  WithdrawalRequested: /^Withdrawal(?:Settled|Failed)$/,
};

const isWaiting = (event: BookedEvent): boolean =>
  WAITS.test(event.type) ||
  (event.type === 'PaymentNoticeRefused' && Boolean(fieldsOf(event)['contested']));

/** Decisions by staff. */
const DECIDED = /^(?:Payment|Refund|Withdrawal)Resolved$/;

/** Events by which something waits for staff. */
export const waitingTypesIn = (events: readonly BookedEvent[]): readonly string[] =>
  events.filter(isWaiting).map(({ type }) => type);

/** Adds the payment of each refund. */
const withPayments = (
  events: readonly BookedEvent[],
  names: readonly string[],
): ReadonlySet<string> => {
  const paymentOf = new Map(
    events
      .filter(({ type }) => type === 'RefundRequested')
      .map((event) => [nameOf(event), normaliseId(String(fieldsOf(event)['paymentId']))]),
  );
  return new Set(
    names.flatMap((name) => {
      const payment = paymentOf.get(name);
      return payment === undefined ? [name] : [name, payment];
    }),
  );
};

/** A waiting refund also counts as its payment. */
export const listWaiting = (events: readonly BookedEvent[]): ReadonlySet<string> =>
  withPayments(events, events.filter(isWaiting).map(nameOf));

const openRequestsIn = (events: readonly BookedEvent[]): readonly BookedEvent[] => {
  const streams = Map.groupBy(events, ({ stream }) => stream);
  return events.filter((event) => {
    const end = ENDS[event.type];
    return end !== undefined && !streams.get(event.stream)?.some(({ type }) => end.test(type));
  });
};

/** Events after which a refund has ended, or staff are asked about it. */
const REFUND_ENDS = /^PaymentRefund(?:ed|Failed|Matched|Uncovered)$/;

/** Returns refunds that were requested and have neither begun nor ended. */
const unbegunRefundsIn = (
  events: readonly BookedEvent[],
): readonly { readonly event: BookedEvent; readonly refundId: string }[] => {
  const refundIdOf = (event: BookedEvent): string => String(fieldsOf(event)['refundId']);
  const streams = new Set(events.map(({ stream }) => stream));
  const ended = new Set(events.filter(({ type }) => REFUND_ENDS.test(type)).map(refundIdOf));
  return events
    .filter(({ type }) => type === 'PaymentRefundRequested')
    .map((event) => ({ event, refundId: refundIdOf(event) }))
    .filter(({ refundId }) => !streams.has(`refund-${refundId}`) && !ended.has(refundId));
};

/**
 * Returns the items that are not judged: those that wait for staff and, until nothing moves any more, open ones and those that staff decided
 * wrongly.
 */
export const listLeftOut = (
  { events, waiting, misled }: BooksState,
  { isDrained }: Moment,
): ReadonlySet<string> => {
  // A question to staff waits for their decision, even if an acquirer has answered since.
  const decided = new Set(events.filter(({ type }) => DECIDED.test(type)).map(nameOf));
  const undecided = withPayments(events, events.filter(isWaiting).map(nameOf)).difference(decided);
  const waitingForStaff = new Set(waiting.map(normaliseId)).union(undecided);
  if (isDrained) return waitingForStaff;
  const open = withPayments(events, openRequestsIn(events).map(nameOf));
  return waitingForStaff.union(open).union(new Set(misled.map(normaliseId)));
};

/** Cents that the platform has besides the sale: not applied yet, less losses that it bears. */
export const besidesOf = ({ events, entries }: BooksState): ReadonlyMap<string, number> => {
  const subjects = new Map(events.map((event) => [event.position, event]));
  return totals(
    entries.flatMap(({ position, address, amount }) => {
      const event = subjects.get(position);
      const isBeside = /^platform:.*:(?:unapplied|losses)$/.test(address);
      return isBeside && event ? [[subjectOf(event), amount] as const] : [];
    }),
  );
};

/** The payment or withdrawal, by the id that we gave to the acquirer. */
const subjectOf = (event: BookedEvent): string => {
  const { withdrawalId, paymentId } = fieldsOf(event);
  const id = withdrawalId ?? paymentId;
  return typeof id === 'string' ? normaliseId(id) : nameOf(event);
};

const totals = (amounts: readonly (readonly [string, number])[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const [key, amount] of amounts) sums.set(key, cents((sums.get(key) ?? 0) + amount));
  return sums;
};

/** Cents that acquirers owe according to the product's books, for each payment or payout. */
const clearingOf = ({ events, entries }: BooksState): ReadonlyMap<string, number> => {
  const subjects = new Map(events.map((event) => [event.position, event]));
  return totals(
    entries.flatMap(({ position, address, amount }) => {
      const [owner, acquirer, account] = address.split(':');
      const event = subjects.get(position);
      if (owner !== 'provider' || !address.endsWith(':clearing') || !event) return [];
      return [[`${acquirer} ${account} ${subjectOf(event)}`, -amount] as const];
    }),
  );
};

/** True for a movement that the product did not request, and of which it may not have learned yet. */
export const isUnasked = ({ kind }: Movement): boolean => kind === 'chargeback';

const sumMoved = (
  { banks }: BooksState,
  of: (each: Movement) => boolean,
): ReadonlyMap<string, number> =>
  totals(
    banks.flatMap(({ acquirer, account, moved }) =>
      moved
        .filter(of)
        .map(
          ({ reference, amount }) =>
            [`${acquirer} ${account} ${normaliseId(reference)}`, amount] as const,
        ),
    ),
  );

/** All balances must sum to zero, and nothing may be left on addresses through which money only passes. */
const trialBalance = ({ entries }: BooksState, isAnyHeld: boolean): readonly string[] => {
  const balances = totals(entries.map(({ address, amount }) => [address, amount] as const));
  const total = [...balances.values()].reduce((sum, each) => sum + each, 0);
  const leftovers = [...balances].flatMap(([address, amount]) => {
    const isPassing = address.endsWith(':settling') || (address.endsWith(':held') && !isAnyHeld);
    return isPassing && amount !== 0 ? [`${amount} cents are left on ${address}`] : [];
  });
  return [...(total === 0 ? [] : [`the trial balance sums to ${total}`]), ...leftovers];
};

const judgeClearing = (
  state: BooksState,
  leftOut: ReadonlySet<string>,
  { before, isDrained }: Moment,
): readonly string[] => {
  const [booked, moved] = [clearingOf(state), sumMoved(state, () => true)];
  const unasked = isDrained ? new Map<string, number>() : sumMoved(state, isUnasked);
  return [...new Set([...booked.keys(), ...moved.keys()])].flatMap((item) => {
    const [acquirer = '', , name = ''] = item.split(' ');
    const [inBooks, atAcquirer] = [booked.get(item) ?? 0, moved.get(item) ?? 0];
    const isBooked = inBooks === atAcquirer || inBooks === atAcquirer - (unasked.get(item) ?? 0);
    if (isBooked || leftOut.has(name) || name === normaliseId(before)) return [];
    return [`${acquirer} moved ${atAcquirer} cents for ${name}, and the books say ${inBooks}`];
  });
};

/**
 * Every item must be booked as at its acquirer, or wait for staff, or be open.
 * @returns the faults found
 */
export const judgeBooks = (state: BooksState, moment: Moment): readonly string[] => {
  const { events, parked } = state;
  const leftOut = listLeftOut(state, moment);
  const faults = [
    ...trialBalance(state, leftOut.size > 0),
    ...judgeClearing(state, leftOut, moment),
  ];
  if (!moment.isDrained) return faults;
  return [
    ...faults,
    ...openRequestsIn(events)
      .filter((event) => !leftOut.has(nameOf(event)))
      .map(({ stream }) => `${stream} is still open, and waits for nobody`),
    ...unbegunRefundsIn(events)
      .filter(({ event }) => !leftOut.has(nameOf(event)))
      .map(({ refundId }) => `refund-${refundId} was asked for, and waits for nobody`),
    ...parked.map((why) => `an event is parked for ever: ${why}`),
  ];
};
