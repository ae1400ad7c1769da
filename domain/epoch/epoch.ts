import { addSeconds, type Timestamp } from '#/domain/time.ts';

/** The epoch that the log is in. */
export interface Epoch {
  readonly number: number;
  readonly since: Timestamp;
  /** The position at which it began: of an event behind it, nothing that followed has been lost. */
  readonly began: string;
}

/** How long people, and the pages that they use, repeat a request whose answer they did not get. */
const REPEATED_SECONDS = 15 * 60;

/** Returns the number of the epoch if what is at this position was recorded in it; null = in an earlier one. */
export const epochOfPosition = ({ number, began }: Epoch, position: string): number | null =>
  position > began ? number : null;

/** Whether a request may repeat, under the same id, one that the log has lost, calls included. */
export const mayRepeatLost = ({ number, since }: Epoch, now: Timestamp): boolean =>
  number > 1 && now <= addSeconds(since, REPEATED_SECONDS);
