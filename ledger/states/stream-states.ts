import type { Decider } from '#/domain/aggregates/aggregate.ts';
import type { DomainEvent } from '#/domain/aggregates/events.ts';
import { decode } from '#/ledger/codec.ts';
import type { EventStore, Position, Revision } from '#/ledger/event-store.ts';
import { createLogCache } from '#/ledger/epochs/log-cache.ts';

/** An aggregate's state; revision and positions are undefined while its stream is empty. */
export interface LoadedState<State> {
  readonly state: State;
  readonly revision: Revision | undefined;
  readonly position: Position | undefined;
  /** Position of the stream's first event. */
  readonly first: Position | undefined;
  /** The request digest of each command that had one, by command id. */
  readonly requests: ReadonlyMap<string, string>;
  /** `EventStore.rewinds` at the read: once that has changed, the state is void. */
  readonly rewinds: number;
}

export interface StreamState<State> extends LoadedState<State> {
  /** Id of the last event; empty while the stream is. */
  readonly lastId: string;
}

const KEPT_STREAMS = 10_000;

export const createAbsentState = <State>(state: State, rewinds: number): StreamState<State> => ({
  state,
  rewinds,
  revision: undefined,
  position: undefined,
  first: undefined,
  lastId: '',
  requests: new Map(),
});

/** Caches states of streams. If the log has lost the last event of a cached state, `refresh` builds the state again. */
export const createStreamStates = (store: EventStore) => {
  const cache = createLogCache<StreamState<unknown>>(store, KEPT_STREAMS);

  const get = <State>(stream: string) => cache.get(stream) as StreamState<State> | undefined;

  const keep = (stream: string, entry: StreamState<unknown>): void => {
    // A slow read may end after a quicker append, with an older state.
    if ((cache.peek(stream)?.revision ?? -1) > (entry.revision ?? -1)) return;
    cache.set(stream, entry, entry.rewinds);
  };

  const refresh = async <Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
  ): Promise<StreamState<State>> => {
    const rewinds = cache.now();
    const before = get<State>(stream) ?? createAbsentState(decider.initial, rewinds);
    const read = await store.readStream(stream, { from: before.revision ?? 0 });
    if (before.revision !== undefined && read[0]?.id !== before.lastId) {
      cache.delete(stream);
      return refresh(decider, stream);
    }
    const tail = before.revision === undefined ? read : read.slice(1);
    const last = tail.at(-1);
    if (!last) {
      // Empty streams are not cached: anonymous callers may ask for any number of names.
      if (before.revision !== undefined) keep(stream, before);
      return before;
    }
    let { state } = before;
    const requests = new Map(before.requests);
    for (const recorded of tail) {
      const event = decode(recorded);
      state = decider.evolve(state, event as DomainEvent as Event);
      if (event.meta.request) requests.set(event.meta.causation, event.meta.request);
    }
    const first = before.first ?? tail[0]?.position;
    const { revision, position, id: lastId } = last;
    const entry = { state, revision, position, first, lastId, requests, rewinds };
    keep(stream, entry);
    return entry;
  };

  return { get, keep, refresh };
};
