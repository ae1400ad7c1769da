import { randomUUID } from 'node:crypto';
import type {
  AppendFailure,
  EventStore,
  NewEvent,
  Recorded,
  SubscriptionMessage,
} from '#/ledger/event-store.ts';
import { AppendError } from '#/ledger/event-store.ts';

/** An operator, who changes streams on the server. Each method resolves once the open store has noticed the change. */
export interface Operator {
  /** Limits what the server shows of a stream: `$maxCount`, `$maxAge`, `$tb`. */
  limit(stream: string, metadata: Readonly<Record<string, number>>): Promise<void>;
  remove(stream: string): Promise<void>;
  /** Deletes a stream so that nothing can be appended to it ever again. */
  removeForGood(stream: string): Promise<void>;
}

export interface StoreUnderTest {
  readonly store: EventStore;
  /** Opens the same log again, as after a restart. */
  reopen(): Promise<EventStore>;
  /** Absent when events of this store cannot be hidden. */
  readonly operator?: Operator;
  dispose(): Promise<void>;
}

export type CurrentStore = () => StoreUnderTest;

export const fact = (data = '{}'): NewEvent => ({
  id: randomUUID(),
  type: 'SomethingNoted',
  data,
  meta: '{"v":1}',
});

export const facts = (count: number): readonly NewEvent[] =>
  Array.from({ length: count }, () => fact());

export const newStream = (): string => `payment-${randomUUID()}`;

export const idsOf = (events: readonly { readonly id: string }[]): readonly string[] =>
  events.map(({ id }) => id);

/** Returns the failure of a refused append; a success or another error fails the test. */
export const failureOf = async (append: Promise<unknown>): Promise<AppendFailure> => {
  try {
    await append;
  } catch (error) {
    if (error instanceof AppendError) return error.failure;
    throw error;
  }
  throw new Error('the append was accepted');
};

export const readLog = async (
  store: EventStore,
  options: Parameters<EventStore['readAll']>[0] = {},
): Promise<readonly Recorded[]> => (await Array.fromAsync(store.readAll(options))).flat();

/**
 * Collects the events of a subscription.
 * @param until ends it; `caughtUp` is how often the subscription has reported that it caught up
 */
export const follow = async (
  messages: AsyncIterable<SubscriptionMessage>,
  until: (delivered: readonly Recorded[], caughtUp: number) => boolean,
): Promise<readonly Recorded[]> => {
  const delivered: Recorded[] = [];
  let caughtUp = 0;
  for await (const message of messages) {
    if (message.kind === 'events') delivered.push(...message.events);
    if (message.kind === 'caught-up') caughtUp += 1;
    if (until(delivered, caughtUp)) break;
  }
  return delivered;
};
