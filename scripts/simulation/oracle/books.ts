import { cents } from '#/domain/values/money.ts';
import type { Movement } from '#/scripts/simulation/banks/bank.ts';
import { normaliseId } from './texts.ts';

/** An event, read only as text. */
interface EventText {
  readonly position: string;
  readonly stream: string;
  readonly type: string;
  readonly data: string;
}

/** One side of a posting, as the product's journal has it. */
export interface Entry {
  readonly position: string;
  readonly address: string;
  /** In cents; debits are negative. */
  readonly amount: number;
}

/** The state when nothing moves any more. */
export interface FinalState {
  readonly events: readonly EventText[];
  readonly entries: readonly Entry[];
  /** Each merchant account, by its name in the product's addresses, with what its acquirer moved in it. */
  readonly banks: readonly {
    readonly acquirer: string;
    readonly account: string;
    readonly moved: readonly Movement[];
  }[];
  /** Why events are parked. */
  readonly parked: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = ({ data }: EventText): Fields => JSON.parse(data) as Fields;

const nameOf = ({ stream }: EventText): string =>
  normaliseId(stream.slice(stream.indexOf('-') + 1));

const WAITS =
  /^(?:(?:Payment|Refund|Withdrawal)LeftUnresolved|PaymentMismatchFound|(?:Refund|Withdrawal)Contradicted)$/;
const ENDS: Readonly<Record<string, RegExp>> = {
  PaymentRequested: /^Payment(?:Approved|Rejected|Canceled)$/,
  RefundRequested: /^Refund(?:Settled|Failed)$/,
  WithdrawalRequested: /^Withdrawal(?:Settled|Failed)$/,
};

const isWaiting = (event: EventText): boolean =>
  WAITS.test(event.type) ||
  (event.type === 'PaymentNoticeRefused' && Boolean(fieldsOf(event)['contested']));

/** Returns the type of each event by which something waits for staff. */
export const waitingTypesIn = (events: readonly EventText[]): readonly string[] =>
  events.filter(isWaiting).map(({ type }) => type);

/** Returns the names of what waits for staff: payments, payments whose refunds wait, and withdrawals. */
export const listWaiting = (events: readonly EventText[]): ReadonlySet<string> => {
  const paymentOf = new Map(
    events
      .filter(({ type }) => type === 'RefundRequested')
      .map((event) => [nameOf(event), normaliseId(String(fieldsOf(event)['paymentId']))]),
  );
  const names = events.filter(isWaiting).map(nameOf);
  return new Set(
    names.flatMap((name) => {
      const payment = paymentOf.get(name);
      return payment === undefined ? [name] : [name, payment];
    }),
  );
};

/** Returns the payment or withdrawal of an event, by the id that we gave to the acquirer. */
const subjectOf = (event: EventText): string => {
  const { withdrawalId, paymentId } = fieldsOf(event);
  const id = withdrawalId ?? paymentId;
  return typeof id === 'string' ? normaliseId(id) : nameOf(event);
};

const totals = (amounts: readonly (readonly [string, number])[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  for (const [key, amount] of amounts) sums.set(key, cents((sums.get(key) ?? 0) + amount));
  return sums;
};

/** Returns what is owed in each merchant account by the product's books, for each payment or payout. */
const clearingOf = ({ events, entries }: FinalState): ReadonlyMap<string, number> => {
  const subjects = new Map(events.map((event) => [event.position, subjectOf(event)]));
  return totals(
    entries.flatMap(({ position, address, amount }) => {
      const [owner, acquirer, account] = address.split(':');
      if (owner !== 'provider' || !address.endsWith(':clearing')) return [];
      return [[`${acquirer} ${account} ${subjects.get(position)}`, -amount] as const];
    }),
  );
};

const sumMoved = ({ banks }: FinalState): ReadonlyMap<string, number> =>
  totals(
    banks.flatMap(({ acquirer, account, moved }) =>
      moved.map(
        ({ reference, amount }) =>
          [`${acquirer} ${account} ${normaliseId(reference)}`, amount] as const,
      ),
    ),
  );

/** Checks the trial balance: it sums to zero, and nothing is left on addresses through which money only passes (settling, held). */
const trialBalance = ({ entries }: FinalState, isAnyWaiting: boolean): readonly string[] => {
  const balances = totals(entries.map(({ address, amount }) => [address, amount] as const));
  const total = [...balances.values()].reduce((sum, each) => sum + each, 0);
  const left = [...balances].flatMap(([address, amount]) => {
    const isPassing = address.endsWith(':settling') || (address.endsWith(':held') && !isAnyWaiting);
    return isPassing && amount !== 0 ? [`${amount} cents are left on ${address}`] : [];
  });
  return [...(total === 0 ? [] : [`the trial balance sums to ${total}`]), ...left];
};

/** @param before the sale from before the history, which no acquirer knows */
const judgeClearing = (
  drained: FinalState,
  waiting: ReadonlySet<string>,
  before: string,
): readonly string[] => {
  const [booked, moved] = [clearingOf(drained), sumMoved(drained)];
  return [...new Set([...booked.keys(), ...moved.keys()])].flatMap((item) => {
    const [acquirer = '', , name = ''] = item.split(' ');
    const [ours, its] = [booked.get(item) ?? 0, moved.get(item) ?? 0];
    if (ours === its || waiting.has(name) || name === normaliseId(before)) return [];
    return [`${acquirer} moved ${its} cents for ${name}, and the books say ${ours}`];
  });
};

const findOpen = ({ events }: FinalState, waiting: ReadonlySet<string>): readonly string[] => {
  const types = Map.groupBy(events, ({ stream }) => stream);
  return events.flatMap((event) => {
    const end = ENDS[event.type];
    const isOver = types.get(event.stream)?.some(({ type }) => end?.test(type));
    if (end === undefined || isOver || waiting.has(nameOf(event))) return [];
    return [`${event.stream} is still open, and waits for nobody`];
  });
};

/**
 * Judges the books when nothing moves any more: every item at an acquirer must be booked as in the acquirer's books, or wait for staff.
 * @returns the faults found
 */
export const judgeBooks = (drained: FinalState, before: string): readonly string[] => {
  const waiting = listWaiting(drained.events);
  return [
    ...trialBalance(drained, waiting.size > 0),
    ...judgeClearing(drained, waiting, before),
    ...findOpen(drained, waiting),
    ...drained.parked.map((why) => `an event is parked for ever: ${why}`),
  ];
};
