import { LRUCache } from 'lru-cache';
import type { Decider } from '#/domain/decider.ts';
import type { DomainEvent } from '#/domain/events.ts';
import { decode } from './codec.ts';
import type { EventStore, Position, Revision } from './event-store.ts';

/** An aggregate's state from its stream; revision and positions are undefined while the stream is empty. */
export interface Loaded<State> {
  readonly state: State;
  readonly revision: Revision | undefined;
  readonly position: Position | undefined;
  /** Position of the stream's first event. */
  readonly first: Position | undefined;
}

export interface StreamState<State> extends Loaded<State> {
  /** Request digests by command id, of the commands that carried one. */
  readonly requests: ReadonlyMap<string, string>;
}

const KEPT_STREAMS = 10_000;

/** Returns the state of a stream without events. */
export const absent = <State>(state: State): StreamState<State> => ({
  state,
  revision: undefined,
  position: undefined,
  first: undefined,
  requests: new Map(),
});

/**
 * Caches the latest states of streams that exist (least recently used are dropped). A state may be behind the log; `refresh`
 * updates it by reading only the new events. A stream holds one aggregate, so all its callers use the same decider.
 */
export const createStreamStates = (store: EventStore) => {
  const kept = new LRUCache<string, StreamState<unknown>>({ max: KEPT_STREAMS });

  const get = <State>(stream: string) => kept.get(stream) as StreamState<State> | undefined;

  const keep = (stream: string, entry: StreamState<unknown>): void => {
    // A slow read may end after a quicker append: never replace a state with an older one.
    if ((kept.peek(stream)?.revision ?? -1) > (entry.revision ?? -1)) return;
    kept.set(stream, entry);
  };

  const refresh = async <Command, Event extends DomainEvent, State>(
    decider: Decider<Command, Event, State>,
    stream: string,
  ): Promise<StreamState<State>> => {
    const known = get<State>(stream) ?? absent(decider.initial);
    const from = known.revision === undefined ? 0 : known.revision + 1;
    const tail = await store.readStream(stream, { from });
    const last = tail.at(-1);
    if (!last) {
      // Empty streams are not cached: anonymous callers may ask for any number of names.
      if (known.revision !== undefined) keep(stream, known);
      return known;
    }
    let { state } = known;
    const requests = new Map(known.requests);
    for (const recorded of tail) {
      const event = decode(recorded);
      // `encode` wrote these events for this decider.
      state = decider.evolve(state, event as DomainEvent as Event);
      if (event.meta.request) requests.set(event.meta.causation, event.meta.request);
    }
    const first = known.first ?? tail[0]?.position;
    const entry = { state, revision: last.revision, position: last.position, first, requests };
    keep(stream, entry);
    return entry;
  };

  return { get, keep, refresh };
};
