import { sealedPosition } from '#/ledger/audit/hash.ts';
import { OperatorError } from './operator-error.ts';
import type { NewEvent, Position, Recorded, Revision } from './event-store.ts';

/** An event that was recorded in another log. */
export interface MovedEvent extends NewEvent {
  readonly stream: string;
  readonly revision: Revision;
  /** ISO 8601 UTC with milliseconds: when the event was first recorded. */
  readonly recordedAt: string;
  /** The position at which the event was first recorded. */
  readonly sealedAs: Position;
}

/** Returns an event in the form for another log. If it was moved before, it keeps the position of its first recording. */
export const movedOf = (recorded: Recorded): MovedEvent => {
  const { stream, revision, id, type, data, meta, recordedAt } = recorded;
  const sealedAs = sealedPosition(recorded);
  return { stream, revision, id, type, data, meta, recordedAt, sealedAs };
};

/**
 * Copies a log that was recorded elsewhere into a store. It is separate from the `EventStore` port, so that code which has only the port
 * cannot state when and where an event was first recorded. No other process may write to the store meanwhile.
 */
export interface LogLoader {
  /**
   * Appends the events to the log, in this order across streams, at the revisions they have. After a failure, the first
   * events may have been written.
   * @throws LoadFailure, and the store's own error when it is unavailable
   */
  load(events: readonly MovedEvent[]): Promise<void>;
  close(): Promise<void>;
}

/** The log in the store is not the beginning of the one to load, or another process writes to it. */
export class LoadFailure extends OperatorError {}
