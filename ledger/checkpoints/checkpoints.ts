import type { Timestamp } from '#/domain/values/time.ts';
import { LogRewound, type Position, type Recorded, type Revision } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** What a policy does about one event. */
export interface Work {
  readonly policy: string;
  readonly position: Position;
  readonly stream: string;
  readonly revision: Revision;
}

/** Work that failed. It is retried, and an operator can look at it. */
export interface Parked extends Work {
  readonly failure: string;
  readonly since: Timestamp;
  /** The queue that waits until this work is done. */
  readonly holds?: string;
}

export type ParkedName = Pick<Parked, 'policy' | 'position' | 'holds'>;

/** An event with its place in the log. */
export type EventRead = Pick<Recorded, 'position' | 'stream' | 'revision' | 'id'>;

export const eventReadOf = (event: EventRead | undefined): EventRead | null =>
  event === undefined
    ? null
    : {
        position: event.position,
        stream: event.stream,
        revision: event.revision,
        id: event.id,
      };

/** The last position that a reader has processed; empty = none yet. */
export type Reached = Position | '';

/** What the caller has read of the log, which may have lost events since. */
export interface SavedFrom {
  /** The last event read. */
  readonly last?: EventRead | undefined;
  /** The position that the caller loaded or saved before. */
  readonly since?: Reached;
  /** The store's `rewinds` before the event was read. The log may have lost what was written because of the event, but not the event. */
  readonly rewinds?: number;
}

/** Positions that readers have reached, failed work, and queues of work that waits for it. A restore of the log restores them too. */
export interface Checkpoints {
  /** Returns undefined when the reader has no position yet. */
  load(name: string): Promise<Reached | undefined>;
  /**
   * Saves the position that a reader has reached. An earlier position than the stored one changes nothing: a process that was frozen
   * may save late.
   * @throws LogRewound when the log no longer has `last`, the stored position is before `since`, or `rewinds` is another number now
   */
  save(name: string, position: Reached, from?: SavedFrom): Promise<void>;
  /** @throws LogRewound when the log no longer has the event */
  park(parked: Parked, event?: EventRead): Promise<void>;
  /**
   * Removes parked work that was done, and its hold of a queue.
   * @param rewinds the store's `rewinds` before the work was done
   * @throws LogRewound when the log has lost events since, perhaps those that the work recorded
   */
  unpark(parked: ParkedName, rewinds?: number): Promise<void>;
  /** In the order of the log. */
  listParked(): Promise<readonly Parked[]>;
  /**
   * Adds work to a queue, at its place in the log, unless the queue has it already.
   * @param last the last event of the work
   * @returns whether failed work holds the queue. If not, the caller must hold it (`park`), because only a held queue is retried
   * @throws LogRewound when the log no longer has `last`
   */
  enqueue(queue: string, works: readonly Work[], last?: EventRead): Promise<boolean>;
  listQueues(): Promise<readonly string[]>;
  /** Returns the first work of a queue, in the order of the log. */
  listQueued(queue: string, limit: number): Promise<readonly Work[]>;
  /** Removes work, wherever it is in the queue. A late call removes nothing else. @param rewinds as for `unpark` @throws as `unpark` */
  dequeue(queue: string, works: readonly Work[], rewinds?: number): Promise<void>;
  countQueued(queue: string): Promise<number>;
}

/** The readers that act on events: policies send commands, reactions call providers. */
export const actingReaders = ['policies', 'reactions'] as const;

export class NoCheckpoint extends OperatorError {
  constructor() {
    super(
      'The log has events, and nothing with it says which of them the policies have acted on, so payouts and refunds could be ' +
        'asked for again: restore the log together with its checkpoints, or start once with POLICIES_FROM=beginning, end, or ' +
        'the position of the last event that was acted on.',
    );
  }
}

/** Sets where readers begin; a reader that has a position keeps it. */
export const setStart = async (checkpoints: Checkpoints, position: Reached): Promise<void> => {
  for (const name of actingReaders) {
    if ((await checkpoints.load(name)) === undefined) await checkpoints.save(name, position);
  }
};

/** @throws NoCheckpoint when a reader has no position */
export const requireCheckpoints = async (checkpoints: Checkpoints): Promise<void> => {
  for (const name of actingReaders) {
    if ((await checkpoints.load(name)) === undefined) throw new NoCheckpoint();
  }
};

/** The key contains `holds`, because one event may make a policy fail at several aggregates. */
export const keyOf = ({ position, policy, holds = '' }: ParkedName): string =>
  `${position} ${policy} ${holds}`;

export const sortByLog = <Some extends Work>(works: Iterable<Some>): readonly Some[] =>
  [...works].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

export const listHeld = (parked: readonly Parked[]): readonly string[] => [
  ...new Set(parked.flatMap(({ holds }) => holds ?? [])),
];

export const isSameEvent = (recorded: EventRead | undefined, read: EventRead): boolean =>
  recorded?.id === read.id && recorded.position === read.position;

/** @throws LogRewound when the log has lost events since @param asOf the store's `rewinds` then; undefined = it does not matter */
export const requireSameRewinds = (rewinds: number, asOf: number | undefined): void => {
  if (asOf !== undefined && asOf !== rewinds) throw new LogRewound();
};

/** Adds to checkpoints the checks that the log still has the events on which a write rests. */
export const guardCheckpoints = (
  unguarded: Checkpoints,
  {
    isInLog,
    rewinds,
  }: {
    readonly isInLog: (event: EventRead) => Promise<boolean>;
    /** Returns how often the log has lost events, where needed after a new look at the log. */
    readonly rewinds: () => number | Promise<number>;
  },
): Checkpoints => {
  const requireNoLoss = async (asOf: number | undefined): Promise<void> => {
    if (asOf !== undefined) requireSameRewinds(await rewinds(), asOf);
  };
  const requireInLog = async (event: EventRead | undefined): Promise<void> => {
    if (event !== undefined && !(await isInLog(event))) throw new LogRewound();
  };
  return {
    load: (name) => unguarded.load(name),
    save: async (name, position, from = {}) => {
      await requireInLog(from.last);
      await requireNoLoss(from.rewinds);
      await unguarded.save(name, position, from);
    },
    park: async (parked, event) => {
      await requireInLog(event);
      await unguarded.park(parked);
    },
    unpark: async (parked, asOf) => {
      await requireNoLoss(asOf);
      await unguarded.unpark(parked, asOf);
    },
    listParked: () => unguarded.listParked(),
    enqueue: async (queue, works, last) => {
      await requireInLog(last);
      return unguarded.enqueue(queue, works, last);
    },
    listQueues: () => unguarded.listQueues(),
    listQueued: (queue, limit) => unguarded.listQueued(queue, limit),
    dequeue: async (queue, works, asOf) => {
      await requireNoLoss(asOf);
      await unguarded.dequeue(queue, works, asOf);
    },
    countQueued: (queue) => unguarded.countQueued(queue),
  };
};

/** @param from where the readers begin; undefined = they have no position */
export const createMemoryCheckpoints = (from?: Reached): Checkpoints => {
  const positions = new Map<string, Reached>();
  if (from !== undefined) for (const name of actingReaders) positions.set(name, from);
  const parked = new Map<string, Parked>();
  const queues = new Map<string, ReadonlyMap<string, Work>>();
  const workIn = (queue: string): readonly Work[] => [...(queues.get(queue)?.values() ?? [])];
  const setQueue = (queue: string, works: readonly Work[]): void => {
    if (works.length === 0) queues.delete(queue);
    else queues.set(queue, new Map(sortByLog(works).map((work) => [keyOf(work), work])));
  };
  return {
    load: async (name) => positions.get(name),
    save: async (name, position, { since = '' } = {}) => {
      const stored = positions.get(name);
      if ((stored ?? '') < since) throw new LogRewound();
      if (stored === undefined || stored < position) positions.set(name, position);
    },
    park: async (work) => {
      const stored = parked.get(keyOf(work));
      const isOlder = stored !== undefined && stored.since < work.since;
      parked.set(keyOf(work), { ...work, since: isOlder ? stored.since : work.since });
    },
    unpark: async (work) => void parked.delete(keyOf(work)),
    listParked: async () => sortByLog(parked.values()),
    enqueue: async (queue, works) => {
      setQueue(queue, [...workIn(queue), ...works]);
      return parked.values().some(({ holds }) => holds === queue);
    },
    listQueues: async () => [...queues.keys()],
    listQueued: async (queue, limit) => workIn(queue).slice(0, limit),
    dequeue: async (queue, works) => {
      const done = new Set(works.map(keyOf));
      setQueue(
        queue,
        workIn(queue).filter((work) => !done.has(keyOf(work))),
      );
    },
    countQueued: async (queue) => workIn(queue).length,
  };
};
