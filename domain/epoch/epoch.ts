import { addSeconds, type Timestamp } from '#/domain/time.ts';

/** The epoch that the log is in. */
export interface Epoch {
  readonly number: number;
  readonly since: Timestamp;
  /** The position at which the epoch began. The log has lost no event that was recorded after this position. */
  readonly began: string;
}

/** How long users, or the pages that they have open, keep repeating a request that got no answer. */
const REPEATED_SECONDS = 15 * 60;

/** Returns the number of the epoch, if the event at this position was recorded in it; null = in an earlier epoch. */
export const epochOfPosition = ({ number, began }: Epoch, position: string): number | null =>
  position > began ? number : null;

/** Whether a request may repeat, under the same id, an earlier one that the log has lost together with its calls. */
export const mayRepeatLost = ({ number, since }: Epoch, now: Timestamp): boolean =>
  number > 1 && now <= addSeconds(since, REPEATED_SECONDS);
