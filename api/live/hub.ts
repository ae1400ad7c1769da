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
  /** The topic's known state is void: the client must read it again. */
  readonly onResync: () => void;
}

export interface Hub {
  readonly publish: (changes: readonly Change[]) => void;
  /** @returns a function that unsubscribes */
  readonly listen: (topic: string, listener: Listener) => () => void;
  /** Undefined when the deltas after this position are no longer all known. */
  readonly since: (topic: string, position: string) => readonly Delta[] | undefined;
  readonly close: () => void;
}

/** Topics that send at most one delta per `COALESCED_MS`, so that a busy seller's screen does not flicker. */
const LATEST_WINS = /^(?:balance|platform):/;
const COALESCED_MS = 25;
/** After this time without a delta, a topic keeps neither timer nor state. */
const QUIET_MS = 1_000;

const FIRST_AND_LAST = { leading: true, trailing: true };

type DeltaChange = Extract<Change, { type: 'delta' }>;

const deltaOf = ({ topic, position, data }: DeltaChange): Delta => ({
  topic,
  position,
  json: JSON.stringify(data),
});

/** Keeps the order of commits. */
export const createHub = (limits?: RingLimits): Hub => {
  const listeners = new Map<string, Set<Listener>>();
  const rings = new Rings(limits);
  const committed = new Subject<readonly DeltaChange[]>();

  const deltas = committed.pipe(mergeMap((changes) => from(changes.map(deltaOf))));
  const [latest, each] = partition(deltas, ({ topic }) => LATEST_WINS.test(topic));
  const coalesced = latest.pipe(
    groupBy(({ topic }) => topic, { duration: (ofTopic) => ofTopic.pipe(debounceTime(QUIET_MS)) }),
    mergeMap((ofTopic) => ofTopic.pipe(throttleTime(COALESCED_MS, asyncScheduler, FIRST_AND_LAST))),
  );
  const delivery = merge(each, coalesced).subscribe((delta) => {
    rings.add(delta);
    for (const listener of listeners.get(delta.topic) ?? []) listener.onDelta(delta);
  });

  const resync = (kind: string): void => {
    rings.clear(kind);
    for (const [topic, some] of listeners) {
      if (!topic.startsWith(`${kind}:`)) continue;
      for (const listener of some) listener.onResync();
    }
  };

  return {
    publish: (changes) => {
      committed.next(changes.filter((change) => change.type === 'delta'));
      for (const change of changes) if (change.type === 'resync') resync(change.kind);
    },
    listen: (topic, listener) => {
      const some = listeners.get(topic) ?? new Set();
      listeners.set(topic, some.add(listener));
      return () => {
        some.delete(listener);
        if (some.size === 0 && listeners.get(topic) === some) listeners.delete(topic);
      };
    },
    since: (topic, position) => rings.since(topic, position),
    close: () => {
      delivery.unsubscribe();
      committed.complete();
    },
  };
};
