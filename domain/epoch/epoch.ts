import { z } from 'zod';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';

/** A period in which the log has lost no event. A restore or failover, which may lose some, begins the next one. */
export interface Epoch {
  readonly number: number;
  readonly since: Timestamp;
  /** The position at which the epoch began. Events after it were recorded in this epoch. */
  readonly began: string;
}

/** How long a client may repeat a request under its key, by the API's documents. */
export const KEY_SECONDS = 24 * 3_600;

/** An id made within this time after the epoch began may be of a lost request: pages of earlier releases repeat one for 15 minutes. */
const REPEATED_SECONDS = 15 * 60;

/** Returns the last time at which a request that the log has lost can have been made; undefined in the first epoch, which lost nothing. */
export const findLostUntil = ({
  number,
  since,
}: Pick<Epoch, 'number' | 'since'>): Timestamp | undefined =>
  number > 1 ? addSeconds(since, REPEATED_SECONDS) : undefined;

/**
 * Whether a request may repeat one that the log has lost.
 * @param idSince the earliest time at which a request with this id can have been made
 */
export const mayRepeatLost = (epoch: Epoch, idSince: Timestamp): boolean => {
  const until = findLostUntil(epoch);
  return until !== undefined && idSince <= until;
};

/** Part of the event with which a request begins. */
export const repeatPart = {
  /**
   * True = the request may repeat one that the log has lost. False = it came soon after the loss, but under a new id. Absent = it cannot
   * repeat one.
   */
  mayRepeat: z.boolean().optional(),
};

/** A request for which we call an acquirer. */
export interface RequestOrigin {
  readonly at: Timestamp;
  /** The epoch in which it was first made (`epochOfRequest`); null = perhaps an earlier one. */
  readonly epoch: number | null;
}

/** Returns the epoch in which a request was first made. Null = perhaps an earlier one. */
export const epochOfRequest = (
  { number, began }: Epoch,
  {
    position,
    data,
  }: { readonly position: string; readonly data: { readonly mayRepeat?: boolean | undefined } },
): number | null => (position > began && data.mayRepeat !== true ? number : null);

/** Whether the log has every call that was made for a request. If not, the next call may be a second one. */
export const isRecordComplete = (epoch: Epoch, { at, epoch: made }: RequestOrigin): boolean =>
  made === epoch.number && !mayRepeatLost(epoch, at);
