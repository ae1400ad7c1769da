import { decodeShared, type RecordedEvent } from '#/ledger/codec.ts';
import type { Position, SubscriptionMessage } from '#/ledger/event-store.ts';

/** Most events applied in one transaction. */
export const LARGEST_BATCH = 2_000;

export interface Unreadable {
  readonly position: Position;
  readonly error: unknown;
}

interface Batch {
  readonly events: readonly RecordedEvent[];
  /** The position of the last event. The log may have been read further, but after a failover other events may be recorded there. */
  readonly upTo: Position | undefined;
  readonly unreadable?: Unreadable;
}

/** Decodes a message of a subscription up to the first event that cannot be read. */
export const decodeBatch = (
  message: Exclude<SubscriptionMessage, { kind: 'caught-up' }>,
): Batch => {
  const events: RecordedEvent[] = [];
  if (message.kind === 'checkpoint') return { events, upTo: undefined };
  for (const recorded of message.events) {
    try {
      events.push(decodeShared(recorded));
    } catch (error) {
      const { position } = recorded;
      return { events, upTo: events.at(-1)?.position, unreadable: { position, error } };
    }
  }
  return { events, upTo: events.at(-1)?.position };
};
