import { z } from 'zod';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';

/** The epoch that the log is in. */
export interface Epoch {
  readonly number: number;
  readonly since: Timestamp;
  /** The position at which the epoch began. The log has lost no event that was recorded after this position. */
  readonly began: string;
}

/**
 * How long a client may repeat a request under its key, as the documents of the API say. The log recognises a key for ever. Only after a
 * failover does this limit matter: a key younger than this may be one that the log has lost.
 */
export const KEY_SECONDS = 24 * 3_600;

/**
 * How long after an epoch began a request may repeat a lost one. Pages of earlier releases repeated a request under the same id for up to
 * 15 minutes, and did not state since when the id may exist.
 */
const REPEATED_SECONDS = 15 * 60;

/**
 * Whether a request may repeat, under the same id, an earlier one that the log has lost together with its calls.
 * @param idSince the earliest time at which a request with this id can have been made
 */
export const mayRepeatLost = ({ number, since }: Epoch, idSince: Timestamp): boolean =>
  number > 1 && idSince <= addSeconds(since, REPEATED_SECONDS);

/** Part of the event with which a request begins. */
export const repeatPart = {
  /**
   * True = the request may repeat one that the log has lost together with its calls. Unless it is a PIX or a boleto, the acquirer is asked
   * before anything is sent. False = it came just after a failover, but without a key, so its id was made for it and it repeats none.
   * Absent = the log cannot have lost a request with its id, or the event is from before this was recorded.
   */
  mayRepeat: z.boolean().optional(),
};

/** A request for which calls are made. */
export interface MadeRequest {
  readonly at: Timestamp;
  /** The epoch in which it was certainly made for the first time (`epochOfRequest`); null = perhaps in an earlier one. */
  readonly epoch: number | null;
}

/**
 * Returns the epoch in which a request was certainly made for the first time; null = its event was recorded in an earlier epoch, or it may
 * repeat a lost request.
 */
export const epochOfRequest = (
  { number, began }: Epoch,
  {
    position,
    data,
  }: { readonly position: string; readonly data: { readonly mayRepeat?: boolean | undefined } },
): number | null => (position > began && data.mayRepeat !== true ? number : null);

/** Whether every call for a request is certainly on record. Code that must know whether a call is the first one has to check this. */
export const isRecordComplete = (epoch: Epoch, { at, epoch: made }: MadeRequest): boolean =>
  made === epoch.number && !mayRepeatLost(epoch, at);
