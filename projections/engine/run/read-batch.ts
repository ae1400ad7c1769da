import { decodeShared, type RecordedEvent } from '#/ledger/codec.ts';
import type { Position, SubscriptionMessage } from '#/ledger/event-store.ts';

/** Most events applied in one transaction. */
export const LARGEST_BATCH = 2_000;

/** The first event that this program cannot read. */
export interface Unreadable {
  readonly position: Position;
  readonly error: unknown;
}

interface Batch {
  readonly events: readonly RecordedEvent[];
  /**
   * Position that is reached by applying the events: that of the last of them; undefined when there are none. It is not the position
   * up to which the subscription has read: a failover may lose the end of the log, and record other events there.
   */
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
