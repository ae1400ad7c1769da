import { LogRewound, type Position, type Recorded, type Revision } from '#/ledger/event-store.ts';
import { OperatorError } from '#/ledger/operator-error.ts';

/** An event that a policy failed to process; stored for people to look at, and retried every minute. */
export interface Parked {
  readonly policy: string;
  readonly position: Position;
  readonly stream: string;
  readonly revision: Revision;
  readonly failure: string;
}

/** An event as a reader was given it: the log has it there, unless it has lost its end since. */
export type EventRead = Pick<Recorded, 'position' | 'stream' | 'revision' | 'id'>;

/** Names an event that was read. */
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
 * The positions that policies and reactions have reached, and their parked events. They lie in the store that keeps the log, so
 * that neither is ever there without the other. They are no events: no reader of the log sees them.
 */
export interface Checkpoints {
  /** Undefined = the position from which the reader begins was not set yet. */
  load(name: string): Promise<Reached | undefined>;
  /**
   * Never moves a position back: a process that was frozen may save late a position that others have long passed.
   * @param last the last event that was processed
   * @throws LogRewound when the log has lost that event: other events will take its place, which no one has processed
   */
  save(name: string, position: Reached, last?: EventRead): Promise<void>;
  /**
   * @param event the event, when the caller read it from the log
   * @throws LogRewound when the log has lost that event: it would be parked for ever
   */
  park(parked: Parked, event?: EventRead): Promise<void>;
  unpark(parked: Pick<Parked, 'policy' | 'position'>): Promise<void>;
  /** In the order of the log. */
  listParked(): Promise<readonly Parked[]>;
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

/** Sets the position from which the acting readers begin; those that have one keep it. */
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

const keyOf = ({ position, policy }: Pick<Parked, 'policy' | 'position'>): string =>
  `${position} ${policy}`;

/** Parked events by their key, in the order in which `parked` returns them. */
export const sortByLog = (parked: Iterable<Parked>): readonly Parked[] =>
  [...parked].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

/** Whether the log has what a reader was given. */
export const isSameEvent = (recorded: EventRead | undefined, read: EventRead): boolean =>
  recorded?.id === read.id && recorded.position === read.position;

/** Checkpoints that refuse what rests on an event that the log has lost. */
export const guardCheckpoints = (
  kept: Checkpoints,
  isInLog: (event: EventRead) => Promise<boolean>,
): Checkpoints => {
  const requireInLog = async (event: EventRead | undefined): Promise<void> => {
    if (event !== undefined && !(await isInLog(event))) throw new LogRewound();
  };
  return {
    load: (name) => kept.load(name),
    save: async (name, position, last) => {
      await requireInLog(last);
      await kept.save(name, position);
    },
    park: async (parked, event) => {
      await requireInLog(event);
      await kept.park(parked);
    },
    unpark: (parked) => kept.unpark(parked),
    listParked: () => kept.listParked(),
  };
};

/** Checkpoints in memory; `from` = where the acting readers begin. */
export const createMemoryCheckpoints = (from?: Reached): Checkpoints => {
  const positions = new Map<string, Reached>();
  if (from !== undefined) for (const name of actingReaders) positions.set(name, from);
  const parked = new Map<string, Parked>();
  return {
    load: async (name) => positions.get(name),
    save: async (name, position) => {
      const last = positions.get(name);
      if (last === undefined || last < position) positions.set(name, position);
    },
    park: async (it) => void parked.set(keyOf(it), it),
    unpark: async (it) => void parked.delete(keyOf(it)),
    listParked: async () => sortByLog(parked.values()),
  };
};
