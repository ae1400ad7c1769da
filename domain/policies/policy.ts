import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { DomainEvent, EventNamed, EventType } from '#/domain/aggregates/events.ts';
import type { Timestamp } from '#/domain/values/time.ts';

interface LogEntry {
  /** A UUID. */
  readonly id: string;
  readonly aggregateId: string;
  /** The event's position in the log; later positions sort after it. */
  readonly position: string;
}

export type PlacedEvent<Type extends EventType> = EventNamed<Type> & LogEntry;

export type AnyPlacedEvent = DomainEvent & LogEntry;

export interface DecisionTime {
  readonly now: Timestamp;
  readonly epoch: Epoch;
}

/** May run again for the same event: its commands must then change nothing. */
export interface Policy {
  readonly name: string;
  readonly react: (event: AnyPlacedEvent, at: DecisionTime) => readonly AddressedCommand[];
}

export const definePolicy = (
  name: string,
  on: {
    readonly [Type in EventType]?: (
      event: PlacedEvent<Type>,
      at: DecisionTime,
    ) => readonly AddressedCommand[];
  },
): Policy => ({
  name,
  // The handler is looked up by the event's own type, so the cast is safe.
  react: (event, at) => on[event.type]?.(event as never, at) ?? [],
});
