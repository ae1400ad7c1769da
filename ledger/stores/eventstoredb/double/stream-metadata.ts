import type { StoredEvent } from './stored-event.ts';
import { DELETED } from './stored-event.ts';

/** Metadata from `$$<stream>` hides events from reads of the stream, not from `$all`. */
export interface StreamMetadata {
  readonly maxCount?: bigint;
  /** Seconds. */
  readonly maxAge?: bigint;
  /** First visible revision; `DELETED` when the stream is soft-deleted. */
  readonly truncateBefore?: bigint;
}

export const isMetastream = (stream: string): boolean => stream.startsWith('$$');

export const metastreamOf = (stream: string): string => `$$${stream}`;

export const originalOf = (metastream: string): string => metastream.slice(2);

/** In a metastream only the last event is valid, so the server shows no other. */
export const OF_METASTREAMS: StreamMetadata = { maxCount: 1n };

/** The `$tb` of a deleted stream is 2^63 - 1, which a JavaScript number cannot represent. */
const exactIntegers = (_key: string, value: unknown, context?: { readonly source?: string }) =>
  typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source ?? 0)
    : value;

/** The server takes 0 as no limit. @throws RangeError if not an integer */
const limitOf = (value: unknown): bigint | undefined => {
  if (value !== undefined && typeof value !== 'bigint') throw new RangeError('not a number');
  return value !== undefined && value > 0n ? value : undefined;
};

/** Unreadable metadata counts as none. */
export const parseMetadata = (event: StoredEvent | undefined): StreamMetadata => {
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

/** Returns the metadata with `from` as its `$tb`; undefined if there is none or it is unreadable. */
export const reviveMetadata = (
  event: StoredEvent | undefined,
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

export const isExpired = ({ maxAge }: StreamMetadata, { createdAt }: StoredEvent): boolean =>
  maxAge !== undefined && createdAt < Date.now() - Number(maxAge) * 1_000;
