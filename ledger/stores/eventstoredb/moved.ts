import type { JSONType } from '@eventstore/db-client';
import type { Position } from '#/ledger/event-store.ts';
import type { MovedEvent } from '#/ledger/log-loader.ts';

/** Of an event that came here from another log. */
type Origin = Pick<MovedEvent, 'recordedAt' | 'sealedAs'>;

/** No `meta` of ours has such a member in its metadata: one that had would travel as text (`content.ts`). */
const MOVED_FROM = 'movedFrom';

/**
 * Metadata of a moved event: where and when it was first recorded, and its own metadata as it would have travelled by itself.
 */
export const movedMetadata = ({ recordedAt, sealedAs }: Origin, meta: JSONType): JSONType => ({
  [MOVED_FROM]: { position: sealedAs, recordedAt },
  meta,
});

export const isMovedMetadata = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, MOVED_FROM);

/** What `movedMetadata` made; undefined for metadata of any other event. */
export const movedFrom = (
  metadata: unknown,
): { readonly origin: Origin; readonly meta: unknown } | undefined => {
  if (!isMovedMetadata(metadata)) return undefined;
  // Nobody but the loader writes such an object, and what has its name by chance travels as text.
  const { movedFrom: from, meta } = metadata as {
    readonly movedFrom: { readonly position: Position; readonly recordedAt: string };
    readonly meta: unknown;
  };
  return { origin: { recordedAt: from.recordedAt, sealedAs: from.position }, meta };
};
