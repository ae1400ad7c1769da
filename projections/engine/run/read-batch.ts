import { decodeShared, type RecordedEvent } from '#/ledger/codec.ts';
import type { Position, Recorded } from '#/ledger/event-store.ts';

/** Most events applied in one transaction. */
export const LARGEST_BATCH = 2_000;

/** The first event that this program cannot read. */
export interface Unreadable {
  readonly position: Position;
  readonly error: unknown;
}

interface Batch {
  readonly events: readonly RecordedEvent[];
  /** Position that is reached by applying the events; undefined when the first of them cannot be read. */
  readonly upTo: Position | undefined;
  readonly unreadable?: Unreadable;
}

/** Decodes a message of a subscription up to the first event that cannot be read. */
export const decodeBatch = (
  message:
    | { readonly kind: 'events'; readonly events: readonly Recorded[]; readonly upTo: Position }
    | { readonly kind: 'checkpoint'; readonly upTo: Position },
): Batch => {
  const { upTo } = message;
  if (message.kind === 'checkpoint') return { events: [], upTo };
  const events: RecordedEvent[] = [];
  for (const recorded of message.events) {
    try {
      events.push(decodeShared(recorded));
    } catch (error) {
      const { position } = recorded;
      return { events, upTo: events.at(-1)?.position, unreadable: { position, error } };
    }
  }
  return { events, upTo };
};
