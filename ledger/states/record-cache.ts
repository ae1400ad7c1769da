import type { Clock, Machine } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { Decider } from '#/domain/aggregates/aggregate.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import type { EventStore, Position } from '#/ledger/event-store.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';
import { createLogCache } from '#/ledger/epochs/log-cache.ts';
import type { LoadedState } from './stream-states.ts';
import { within } from '#/ledger/concurrency/within.ts';

/** Largest age of a returned state, in milliseconds, whichever process changed it. */
export const RECORD_AGE_MS = 100;
/** Milliseconds that the subscription may take to reach the head of the log; after that, streams are read and not the cache. */
const CATCH_UP_MS = 250;
/** Milliseconds after a failed confirmation in which streams are read and not the cache. */
const LOST_MS = 1_000;
const KEPT_RECORDS = 50_000;

/** States that many requests need and that seldom change, such as those of offers and sellers. */
export interface RecordCache extends Pick<CommandHandler, 'load'> {
  /** Removes the state of a stream. Called after an append of this process, so that it reads its own writes at once. */
  readonly forget: (stream: string) => void;
  readonly stop: () => Promise<void>;
}

/** Follows the log while it is not stopped, and tells which streams have new events. */
const createTail = (
  store: EventStore,
  machine: Machine,
  onBegin: () => void,
  onEvent: (stream: string) => void,
) => {
  const stopping = new AbortController();
  const waiting = new Map<() => void, Position>();
  let position: Position | '' = '';
  let following: Promise<void> | undefined;

  const follow = async (): Promise<void> => {
    const { signal } = stopping;
    const after = position === '' ? {} : { after: position };
    for await (const message of store.subscribe({ ...after, signal })) {
      if (message.kind === 'caught-up') continue;
      if (message.kind === 'events') for (const { stream } of message.events) onEvent(stream);
      position = message.upTo;
      for (const [resolve, head] of waiting) if (head <= position) resolve();
    }
  };

  return {
    start: async (): Promise<void> => {
      if (following !== undefined) return;
      const head = (await store.head()) ?? '';
      if (following !== undefined) return;
      position = head;
      onBegin();
      following = follow().catch(() => {
        // The next caller starts a new tail.
        position = '';
        following = undefined;
      });
    },
    /** Resolves when all events that are in the log now have been seen. @throws when that takes too long */
    reachHead: async (): Promise<void> => {
      const head = await store.head();
      if (head === undefined || head <= position) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(resolve, head);
      try {
        await within(
          CATCH_UP_MS,
          promise,
          () => {
            throw new Error('the tail of the log is behind');
          },
          machine,
        );
      } finally {
        waiting.delete(resolve);
      }
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await following;
    },
  };
};

/**
 * Confirms that the subscription has missed nothing, with one query for all callers together.
 * @returns a function that tells whether this is confirmed for a moment (`elapsedMs`) or later
 */
const createConfirmation = (tail: ReturnType<typeof createTail>, { elapsedMs }: Clock) => {
  let confirmedAt = -Infinity;
  let failedAt = -Infinity;
  let running: Promise<void> | undefined;

  const confirm = async (): Promise<void> => {
    const began = elapsedMs();
    try {
      await tail.start();
      await tail.reachHead();
      confirmedAt = began;
    } catch {
      failedAt = began;
    }
    running = undefined;
  };

  return async (moment: number): Promise<boolean> => {
    // Two attempts, because a confirmation that was already running may have begun before `moment`.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      if (confirmedAt >= moment) return true;
      if (elapsedMs() - failedAt < LOST_MS) return false;
      await (running ??= confirm());
    }
    return confirmedAt >= moment;
  };
};

/** Caches states while a subscription has missed nothing, which a query for the head of the log confirms, at most every 100 ms. */
export const createRecordCache = ({
  store,
  handler,
  machine = thisMachine,
}: {
  readonly store: EventStore;
  readonly handler: Pick<CommandHandler, 'load'>;
  readonly machine?: Machine;
}): RecordCache => {
  const cache = createLogCache<Promise<LoadedState<unknown>>>(store, KEPT_RECORDS);
  const forget = (stream: string): void => cache.delete(stream);
  // A new tail has not seen earlier changes of the cached states.
  const tail = createTail(store, machine, () => cache.clear(), forget);
  const isConfirmedSince = createConfirmation(tail, machine);

  const loadAndCache = async <Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
  ): Promise<LoadedState<State>> => {
    const loading = handler.load(decider, stream);
    // Cached before the read ends, so that an event that arrives meanwhile removes it.
    cache.set(stream, loading, cache.now());
    const loaded = await loading.catch((error: unknown) => {
      forget(stream);
      throw error;
    });
    // Absent streams are not cached: anonymous callers may ask for any number of names.
    if (loaded.revision === undefined) forget(stream);
    return loaded;
  };

  return {
    load: async <Command, Event extends DomainEvent, State>(
      decider: Decider<Command, Event, State>,
      stream: string,
    ) => {
      const isCurrent = await isConfirmedSince(machine.elapsedMs() - RECORD_AGE_MS);
      // No event announces a cut, but a read of the stream reports it.
      const isCut = store.cuts?.list().some((cut) => cut.stream === stream) ?? false;
      if (!isCurrent || isCut) return handler.load(decider, stream);
      // All callers of a stream use the same decider.
      const cached = cache.get(stream) as Promise<LoadedState<State>> | undefined;
      return cached ?? loadAndCache(decider, stream);
    },
    forget,
    stop: tail.stop,
  };
};
