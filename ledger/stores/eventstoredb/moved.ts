import type { JSONType } from '@eventstore/db-client';
import type { Position } from '#/ledger/event-store.ts';
import type { MovedEvent } from '#/ledger/log-loader.ts';

/** The original time and position of an event from another log. */
type Origin = Pick<MovedEvent, 'recordedAt' | 'sealedAs'>;

/** The member that marks the metadata of events from another log. */
const MOVED_FROM = 'movedFrom';

export const movedMetadata = ({ recordedAt, sealedAs }: Origin, meta: JSONType): JSONType => ({
  [MOVED_FROM]: { position: sealedAs, recordedAt },
  meta,
});

export const isMovedMetadata = (metadata: unknown): boolean =>
  typeof metadata === 'object' && metadata !== null && Object.hasOwn(metadata, MOVED_FROM);

/** Reverses `movedMetadata`; undefined for other metadata. */
export const movedFrom = (
  metadata: unknown,
): { readonly origin: Origin; readonly meta: unknown } | undefined => {
  if (!isMovedMetadata(metadata)) return undefined;
  // A `meta` that has this member by chance is stored as text, so this is the loader's object.
  const { movedFrom: from, meta } = metadata as {
    readonly movedFrom: { readonly position: Position; readonly recordedAt: string };
    readonly meta: unknown;
  };
  return { origin: { recordedAt: from.recordedAt, sealedAs: from.position }, meta };
};
