import { sealedPosition } from './audit/hash.ts';
import { OperatorError } from './operator-error.ts';
import type { NewEvent, Position, Recorded, Revision } from './event-store.ts';

/** An event as another log recorded it. */
export interface MovedEvent extends NewEvent {
  readonly stream: string;
  readonly revision: Revision;
  /** ISO 8601 UTC with milliseconds: when it was first recorded. */
  readonly recordedAt: string;
  /** The position under which it was first recorded. */
  readonly sealedAs: Position;
}

/** An event as it goes to another log. One that was moved before stays where it was first recorded. */
export const movedOf = (recorded: Recorded): MovedEvent => {
  const { stream, revision, id, type, data, meta, recordedAt } = recorded;
  const sealedAs = sealedPosition(recorded);
  return { stream, revision, id, type, data, meta, recordedAt, sealedAs };
};

/**
 * Brings a log that was recorded elsewhere into a store. It is apart from the port, so that nothing else of the product
 * can say when and where an event was recorded. Nobody else may write meanwhile.
 */
export interface LogLoader {
  /**
   * Writes behind what is there, in this order across streams, at the revisions that the events have. What fails may be
   * there in part, as a beginning of it.
   * @throws LoadFailure, and the store's own error when it is away
   */
  load(events: readonly MovedEvent[]): Promise<void>;
  close(): Promise<void>;
}

/** The store holds something else than what was brought here before, or is written to by somebody else. */
export class LoadFailure extends OperatorError {}
