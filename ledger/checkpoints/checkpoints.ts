import type { Timestamp } from '#/domain/values/time.ts';
import { LogRewound, type Position, type Recorded, type Revision } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** What a policy or reaction (`policy`) does about one event. */
export interface Work {
  readonly policy: string;
  readonly position: Position;
  readonly stream: string;
  readonly revision: Revision;
}

/** Work that failed, or whose command was refused. It is stored for an operator to look at, and retried again and again. */
export interface Parked extends Work {
  readonly failure: string;
  /** When the work first failed; a retry that fails does not change it. */
  readonly since: Timestamp;
  /** The queue whose work waits until this is done; absent = nothing waits. */
  readonly holds?: string;
}

export type ParkedName = Pick<Parked, 'policy' | 'position' | 'holds'>;

/** An event that a reader has read, with its place in the log. The log has the event there, unless it has lost its newest events since. */
export type EventRead = Pick<Recorded, 'position' | 'stream' | 'revision' | 'id'>;

/** Returns the fields that identify an event; null when there is no event. */
export const eventReadOf = (event: EventRead | undefined): EventRead | null =>
  event === undefined
    ? null
    : {
        position: event.position,
        stream: event.stream,
        revision: event.revision,
        id: event.id,
      };

/** The last position that a reader has processed; empty = it begins at the beginning of the log. */
export type Reached = Position | '';

/**
 * The positions that policies and reactions have reached, their parked work (it failed and is retried), and queues of work that waits for
 * parked work. They are stored in the database or on the server that has the log, so that a restore of it restores both. They are no
 * events: no reader of the log sees them.
 */
export interface Checkpoints {
  /** Returns undefined when no start position was set for the reader yet. */
  load(name: string): Promise<Reached | undefined>;
  /**
   * Never moves a position back: a process that was frozen may save an old position late.
   * @param last the last event that was processed; without it, nothing is checked
   * @param since the position that the caller loaded or saved before; without it, nothing is checked
   * @throws LogRewound when the log has lost that event: other events, which no one has processed, will take its position. Also when the
   * stored position is before `since`: then checkpoints were lost, and with them what was parked or queued since
   */
  save(name: string, position: Reached, last?: EventRead, since?: Reached): Promise<void>;
  /**
   * @param event the event, when the caller read it from the log; without it, nothing is checked
   * @throws LogRewound when the log has lost that event, so that there is nothing left to do about it
   */
  park(parked: Parked, event?: EventRead): Promise<void>;
  unpark(parked: ParkedName): Promise<void>;
  /** In the order of the log. */
  listParked(): Promise<readonly Parked[]>;
  /**
   * Adds work at the end of a queue. Work that is in the queue already is not added again.
   * @param last the last event of the work, when the caller read it from the log; without it, nothing is checked
   * @returns whether parked work still holds the queue; if none does, no retry will find the added work
   * @throws LogRewound when the log has lost the last event
   */
  enqueue(queue: string, works: readonly Work[], last?: EventRead): Promise<boolean>;
  /** Returns the names of the queues that have work, whether or not anything parked holds them. */
  listQueues(): Promise<readonly string[]>;
  /** Returns the first work of a queue, in the order of the log. */
  listQueued(queue: string, limit: number): Promise<readonly Work[]>;
  /** Removes work from the beginning of a queue. @param works the first of the queue; what is not there any more is ignored */
  dequeue(queue: string, works: readonly Work[]): Promise<void>;
  countQueued(queue: string): Promise<number>;
}

/** The two readers of the log that act on it: one runs the policies, the other the reactions, which call providers. */
export const actingReaders = ['policies', 'reactions'] as const;

/** The log has events, and it is not known which of them were acted on. */
export class NoCheckpoint extends OperatorError {
  constructor() {
    super(
      'The log has events, and nothing with it says which of them the policies have acted on, so payouts and refunds could be ' +
        'asked for again: restore the log together with its checkpoints, or start once with POLICIES_FROM=beginning, end, or ' +
        'the position of the last event that was acted on.',
    );
  }
}

/** Sets the position from which the acting readers begin; a reader that already has a position keeps it. */
export const setStart = async (checkpoints: Checkpoints, position: Reached): Promise<void> => {
  for (const name of actingReaders) {
    if ((await checkpoints.load(name)) === undefined) await checkpoints.save(name, position);
  }
};

/** @throws NoCheckpoint when a reader has no position from which to begin */
export const requireCheckpoints = async (checkpoints: Checkpoints): Promise<void> => {
  for (const name of actingReaders) {
    if ((await checkpoints.load(name)) === undefined) throw new NoCheckpoint();
  }
};

/** Names parked work: an event may make a policy fail at several aggregates. */
export const keyOf = ({ position, policy, holds = '' }: ParkedName): string =>
  `${position} ${policy} ${holds}`;

/** Sorts parked work by position, and then by policy. */
export const sortByLog = <Some extends Work>(works: Iterable<Some>): readonly Some[] =>
  [...works].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** Returns the names of the queues that parked work holds. */
export const listHeld = (parked: readonly Parked[]): readonly string[] => [
  ...new Set(parked.flatMap(({ holds }) => holds ?? [])),
];

/** Whether the event that the log has now is the event that was read. */
export const isSameEvent = (recorded: EventRead | undefined, read: EventRead): boolean =>
  recorded?.id === read.id && recorded.position === read.position;

/** Returns checkpoints that refuse to save a position, and to park or queue work, once the log has lost the event that the caller names. */
export const guardCheckpoints = (
  kept: Checkpoints,
  isInLog: (event: EventRead) => Promise<boolean>,
): Checkpoints => {
  const requireInLog = async (event: EventRead | undefined): Promise<void> => {
    if (event !== undefined && !(await isInLog(event))) throw new LogRewound();
  };
  return {
    load: (name) => kept.load(name),
    save: async (name, position, last, since) => {
      await requireInLog(last);
      await kept.save(name, position, last, since);
    },
    park: async (parked, event) => {
      await requireInLog(event);
      await kept.park(parked);
    },
    unpark: (parked) => kept.unpark(parked),
    listParked: () => kept.listParked(),
    enqueue: async (queue, works, last) => {
      await requireInLog(last);
      return kept.enqueue(queue, works, last);
    },
    listQueues: () => kept.listQueues(),
    listQueued: (queue, limit) => kept.listQueued(queue, limit),
    dequeue: (queue, works) => kept.dequeue(queue, works),
    countQueued: (queue) => kept.countQueued(queue),
  };
};

/** Checkpoints in memory; `from` = where the acting readers begin. */
export const createMemoryCheckpoints = (from?: Reached): Checkpoints => {
  const positions = new Map<string, Reached>();
  if (from !== undefined) for (const name of actingReaders) positions.set(name, from);
  const parked = new Map<string, Parked>();
  const queues = new Map<string, ReadonlyMap<string, Work>>();
  const queued = (queue: string): readonly Work[] => [...(queues.get(queue)?.values() ?? [])];
  const keepQueue = (queue: string, works: readonly Work[]): void => {
    if (works.length === 0) queues.delete(queue);
    else queues.set(queue, new Map(sortByLog(works).map((work) => [keyOf(work), work])));
  };
  return {
    load: async (name) => positions.get(name),
    save: async (name, position, _, since = '') => {
      const stored = positions.get(name);
      if ((stored ?? '') < since) throw new LogRewound();
      if (stored === undefined || stored < position) positions.set(name, position);
    },
    park: async (it) => {
      const { since } = parked.get(keyOf(it)) ?? it;
      parked.set(keyOf(it), { ...it, since });
    },
    unpark: async (it) => void parked.delete(keyOf(it)),
    listParked: async () => sortByLog(parked.values()),
    enqueue: async (queue, works) => {
      keepQueue(queue, [...queued(queue), ...works]);
      return parked.values().some(({ holds }) => holds === queue);
    },
    listQueues: async () => [...queues.keys()],
    listQueued: async (queue, limit) => queued(queue).slice(0, limit),
    dequeue: async (queue, works) => {
      const done = new Set(works.map(keyOf));
      keepQueue(
        queue,
        queued(queue).filter((work) => !done.has(keyOf(work))),
      );
    },
    countQueued: async (queue) => queued(queue).length,
  };
};
