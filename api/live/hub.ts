import {
  asyncScheduler,
  debounceTime,
  from,
  groupBy,
  merge,
  mergeMap,
  partition,
  Subject,
  throttleTime,
} from 'rxjs';
import type { Change } from '#/projections/engine/define/define-projection.ts';
import { Rings, type Delta, type RingLimits } from './ring.ts';

export interface Listener {
  readonly onDelta: (delta: Delta) => void;
  /** What the client knows of the topic may be wrong: the client must subscribe anew. */
  readonly onResync: () => void;
}

/** Passes changes of read models to the live sockets of this process. */
export interface Hub {
  readonly publish: (changes: readonly Change[]) => void;
  /** @returns a function that unsubscribes */
  readonly listen: (topic: string, listener: Listener) => () => void;
  /** Returns the deltas after a position; undefined when not all of them are stored any more. */
  readonly since: (topic: string, position: string) => readonly Delta[] | undefined;
  readonly close: () => void;
}

/** Topics that send at most one delta per `COALESCED_MS`, so that a busy seller's screen does not flicker. */
const LATEST_WINS = /^(?:balance|platform):/;
const COALESCED_MS = 25;
/** After this time without a delta, the timer and state of a topic are dropped. */
const QUIET_MS = 1_000;

const FIRST_AND_LAST = { leading: true, trailing: true };

type DeltaChange = Extract<Change, { type: 'delta' }>;

const deltaOf = ({ topic, position, data }: DeltaChange): Delta => ({
  topic,
  position,
  json: JSON.stringify(data),
});

/** Passes the deltas of commits to the listeners of their topics, those of one topic in the order of commits. */
export const createHub = (limits?: RingLimits): Hub => {
  const listeners = new Map<string, Set<Listener>>();
  const rings = new Rings(limits);
  const committed = new Subject<readonly DeltaChange[]>();

  const deltas = committed.pipe(mergeMap((changes) => from(changes.map(deltaOf))));
  const [coalescible, others] = partition(deltas, ({ topic }) => LATEST_WINS.test(topic));
  const coalesced = coalescible.pipe(
    groupBy(({ topic }) => topic, { duration: (ofTopic) => ofTopic.pipe(debounceTime(QUIET_MS)) }),
    mergeMap((ofTopic) => ofTopic.pipe(throttleTime(COALESCED_MS, asyncScheduler, FIRST_AND_LAST))),
  );
  const delivery = merge(others, coalesced).subscribe((delta) => {
    rings.add(delta);
    for (const listener of listeners.get(delta.topic) ?? []) listener.onDelta(delta);
  });

  const resync = (kind: string): void => {
    rings.clear(kind);
    for (const [topic, topicListeners] of listeners) {
      if (!topic.startsWith(`${kind}:`)) continue;
      for (const listener of topicListeners) listener.onResync();
    }
  };

  return {
    publish: (changes) => {
      committed.next(changes.filter((change) => change.type === 'delta'));
      for (const change of changes) if (change.type === 'resync') resync(change.kind);
    },
    listen: (topic, listener) => {
      const topicListeners = listeners.get(topic) ?? new Set();
      listeners.set(topic, topicListeners.add(listener));
      return () => {
        topicListeners.delete(listener);
        if (topicListeners.size === 0 && listeners.get(topic) === topicListeners)
          listeners.delete(topic);
      };
    },
    since: (topic, position) => rings.since(topic, position),
    close: () => {
      delivery.unsubscribe();
      committed.complete();
    },
  };
};
