import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { DELETED } from './kept-event.ts';

/** Unsigned on the wire: -1 arrives as the largest number. From the largest int64 on, a number means the end. */
const placeOf = (text: string): bigint | 'end' => {
  const place = BigInt(text);
  return place >= DELETED ? 'end' : place;
};

export const readRevision = (options: ReadReq.Options.StreamOptions): bigint | 'start' | 'end' => {
  if (options.hasStart()) return 'start';
  if (options.hasEnd()) return 'end';
  return placeOf(options.getRevision());
};

/** Returns the ordinal where a read of the log begins. */
export const readPosition = (options: ReadReq.Options.AllOptions): number | 'start' | 'end' => {
  if (options.hasStart()) return 'start';
  if (options.hasEnd()) return 'end';
  const place = placeOf(options.getPosition()?.getCommitPosition() ?? '0');
  return place === 'end' ? 'end' : Number(place);
};
