import { z } from 'zod';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';

export interface Epoch {
  readonly number: number;
  readonly since: Timestamp;
  /** The position at which the epoch began. Later events cannot be lost. */
  readonly began: string;
}

/** How long a client may repeat a request under its key, by the API's documents. */
export const KEY_SECONDS = 24 * 3_600;

/** For how long into an epoch a request may repeat a lost one: old pages repeated theirs for 15 minutes. */
const REPEATED_SECONDS = 15 * 60;

/**
 * Whether a request may repeat one that the log has lost. Each epoch after the first began when the log may have lost events.
 * @param idSince the earliest time at which a request with this id can have been made
 */
export const mayRepeatLost = ({ number, since }: Epoch, idSince: Timestamp): boolean =>
  number > 1 && idSince <= addSeconds(since, REPEATED_SECONDS);

/** Part of the event with which a request begins. */
export const repeatPart = {
  /** True = the request may repeat a lost one. False = it came under a new id. Absent = it cannot repeat one. */
  mayRepeat: z.boolean().optional(),
};

/** A request for which calls are made. */
export interface MadeRequest {
  readonly at: Timestamp;
  /** The epoch in which it was first made (`epochOfRequest`); null = perhaps an earlier one. */
  readonly epoch: number | null;
}

/** Null = perhaps first made in an earlier epoch. */
export const epochOfRequest = (
  { number, began }: Epoch,
  {
    position,
    data,
  }: { readonly position: string; readonly data: { readonly mayRepeat?: boolean | undefined } },
): number | null => (position > began && data.mayRepeat !== true ? number : null);

/** Whether every call for a request is on record. Check it before treating a call as the first one. */
export const isRecordComplete = (epoch: Epoch, { at, epoch: made }: MadeRequest): boolean =>
  made === epoch.number && !mayRepeatLost(epoch, at);
