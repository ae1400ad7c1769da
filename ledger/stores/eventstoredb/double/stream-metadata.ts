import type { KeptEvent } from './kept-event.ts';
import { DELETED } from './kept-event.ts';

/** What `$$<stream>` says of a stream; it hides events from reads of that stream, never from `$all`. */
export interface StreamMetadata {
  readonly maxCount?: bigint;
  /** Seconds. */
  readonly maxAge?: bigint;
  /** First revision that is shown; `DELETED` when the stream is soft-deleted. */
  readonly truncateBefore?: bigint;
}

export const isMetastream = (stream: string): boolean => stream.startsWith('$$');

export const metastreamOf = (stream: string): string => `$$${stream}`;

export const originalOf = (metastream: string): string => metastream.slice(2);

/** Of a metastream only the last event counts, so the server shows no other. */
export const OF_METASTREAMS: StreamMetadata = { maxCount: 1n };

/**
 * An integer is taken from the text, because the `$tb` of a deleted stream is 2^63 - 1 and the nearest JavaScript
 * number is another.
 */
const exactIntegers = (_key: string, value: unknown, context?: { readonly source?: string }) =>
  typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? 0)
    : value;

/** None, when it is not there; 0 is no limit to the server. @throws RangeError when it is no number */
const limitOf = (value: unknown): bigint | undefined => {
  if (value !== undefined && typeof value !== 'bigint') throw new RangeError('not a number');
  return value !== undefined && value > 0n ? value : undefined;
};

/** Metadata that cannot be read, or of which one limit is no number, or that is not said to be JSON, counts as none. */
export const parseMetadata = (event: KeptEvent | undefined): StreamMetadata => {
  if (event === undefined || !event.isJson) return {};
  try {
    const parsed: unknown = JSON.parse(Buffer.from(event.data).toString(), exactIntegers);
    const fields = new Map(Object.entries(parsed ?? {}));
    const maxCount = limitOf(fields.get('$maxCount'));
    const maxAge = limitOf(fields.get('$maxAge'));
    const truncateBefore = limitOf(fields.get('$tb'));
    return {
      ...(maxCount === undefined ? {} : { maxCount }),
      ...(maxAge === undefined ? {} : { maxAge }),
      ...(truncateBefore === undefined ? {} : { truncateBefore }),
    };
  } catch {
    return {};
  }
};

export const isSoftDeleted = ({ truncateBefore }: StreamMetadata): boolean =>
  truncateBefore === DELETED;

export const softDeletion = (): Uint8Array => Buffer.from(`{"$tb":${DELETED}}`);

/** The metadata of a stream that comes back to life: all it said, but only what comes from now on is shown. */
export const revivedMetadata = (
  event: KeptEvent | undefined,
  from: bigint,
): Uint8Array | undefined => {
  if (event === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(event.data).toString());
    return Buffer.from(JSON.stringify({ ...Object(parsed), $tb: Number(from) }));
  } catch {
    return undefined;
  }
};

/** First revision that a read of the stream may show. */
export const firstShown = ({ maxCount, truncateBefore = 0n }: StreamMetadata, last: bigint) => {
  const counted = maxCount === undefined ? 0n : last - maxCount + 1n;
  return counted > truncateBefore ? counted : truncateBefore;
};

export const isExpired = ({ maxAge }: StreamMetadata, { createdAt }: KeptEvent): boolean =>
  maxAge !== undefined && createdAt < Date.now() - Number(maxAge) * 1_000;
