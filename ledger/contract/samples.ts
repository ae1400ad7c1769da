import { randomUUID } from 'node:crypto';
import type {
  AppendFailure,
  EventStore,
  NewEvent,
  Recorded,
  SubscriptionMessage,
} from '#/ledger/event-store.ts';
import { AppendError } from '#/ledger/event-store.ts';

/** Somebody with power over the server of a store; each slip resolves once the store that is open has heard of it. */
export interface Operator {
  /** Sets what the server shows of a stream: `$maxCount`, `$maxAge`, `$tb`. */
  limit(stream: string, metadata: Readonly<Record<string, number>>): Promise<void>;
  remove(stream: string): Promise<void>;
  removeForGood(stream: string): Promise<void>;
}

/** One store of a kind, alone with its log. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** Closes what is open and opens the same log again. */
  reopen(): Promise<EventStore>;
  /** Absent when nobody can hide events of this store. */
  readonly operator?: Operator;
  dispose(): Promise<void>;
}

/** The store that `beforeEach` opened for the running test. */
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

/** The failure with which an append is refused; a success or another error fails the test. */
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

/** Follows a subscription until the condition holds of everything it delivered, then leaves it. */
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
