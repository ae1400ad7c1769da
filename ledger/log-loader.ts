import { sealedPosition } from '#/ledger/audit/hash.ts';
import { OperatorError } from './operator-error.ts';
import type { NewEvent, Position, Recorded, Revision } from './event-store.ts';

export interface MovedEvent extends NewEvent {
  readonly stream: string;
  readonly revision: Revision;
  /** ISO 8601 UTC with milliseconds: when the event was first recorded. */
  readonly recordedAt: string;
  /** The position at which the event was first recorded. */
  readonly sealedAs: Position;
}

/** An event that was moved before keeps the position of its first recording. */
export const movedOf = (recorded: Recorded): MovedEvent => {
  const { stream, revision, id, type, data, meta, recordedAt } = recorded;
  const sealedAs = sealedPosition(recorded);
  return { stream, revision, id, type, data, meta, recordedAt, sealedAs };
};

/** Copies a log from elsewhere into a store. No other process may write to the store meanwhile. */
export interface LogLoader {
  /**
   * Appends events in this order, at the given revisions. After a failure the first events may have been written.
   * @throws LoadFailure, and the store's own error when it is unavailable
   */
  load(events: readonly MovedEvent[]): Promise<void>;
  close(): Promise<void>;
}

/** The store's log is not the beginning of the log to load, or another process writes to it. */
export class LoadFailure extends OperatorError {}
