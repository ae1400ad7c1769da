import { addSeconds, type Timestamp } from '#/domain/time.ts';

/** The epoch that the log is in. */
export interface Epoch {
  readonly number: number;
  readonly since: Timestamp;
  /** The position at which it began. The log has lost nothing that was recorded after an event beyond this position. */
  readonly began: string;
}

/** How long people and their pages continue repeating a request whose answer they did not get. */
const REPEATED_SECONDS = 15 * 60;

/** Returns the number of the epoch, if the event at this position was recorded in it; null = in an earlier epoch. */
export const epochOfPosition = ({ number, began }: Epoch, position: string): number | null =>
  position > began ? number : null;

/** Whether a request may repeat, under the same id, an earlier one that the log has lost together with its calls. */
export const mayRepeatLost = ({ number, since }: Epoch, now: Timestamp): boolean =>
  number > 1 && now <= addSeconds(since, REPEATED_SECONDS);
