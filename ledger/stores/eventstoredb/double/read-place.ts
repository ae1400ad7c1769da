import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { DELETED } from './stored-event.ts';

/** Unsigned on the wire, so -1 arrives as the largest number. */
const placeOf = (text: string): bigint | 'end' => {
  const place = BigInt(text);
  return place >= DELETED ? 'end' : place;
};

export const readRevision = (options: ReadReq.Options.StreamOptions): bigint | 'start' | 'end' => {
  if (options.hasStart()) return 'start';
  if (options.hasEnd()) return 'end';
  return placeOf(options.getRevision());
};

export const readPosition = (options: ReadReq.Options.AllOptions): number | 'start' | 'end' => {
  if (options.hasStart()) return 'start';
  if (options.hasEnd()) return 'end';
  const place = placeOf(options.getPosition()?.getCommitPosition() ?? '0');
  return place === 'end' ? 'end' : Number(place);
};
