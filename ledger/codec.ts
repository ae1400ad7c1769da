import { eventSchemas, type DomainEvent, type EventType } from '#/domain/aggregates/events.ts';
import { idOf } from '#/domain/values/ids.ts';
import { postingsOf } from '#/domain/accounting/postings.ts';
import { contentHash } from './audit/hash.ts';
import type { EventMeta, NewEvent, Recorded } from './event-store.ts';
import { OperatorError } from './operator-error.ts';
import { latestVersion, upcast } from './upcasters/upcasters.ts';

export type RecordedEvent = DomainEvent &
  Pick<Recorded, 'id' | 'stream' | 'revision' | 'position' | 'recordedAt' | 'sealedAs'> & {
    readonly meta: EventMeta;
    readonly aggregateId: string;
  };

/** The log holds an event that this release does not know. Skipping it would falsify derived data. */
export class UnreadableEvent extends OperatorError {
  readonly position: string;

  constructor(recorded: Recorded, reason: 'unknown type' | 'from a later version') {
    const { type, position, stream } = recorded;
    super(
      'This log holds events that this release does not know: ' +
        `${type} at ${position} of ${stream} (${reason}). Run the release that wrote them, or a newer one.`,
    );
    this.position = position;
  }
}

/** Property lookups are faster with the string of the source code than with an equal one from the log. */
const eventTypes: ReadonlyMap<string, EventType> = new Map(
  Object.keys(eventSchemas).map((type) => [type, type as EventType]),
);

export const isEventType = (type: string): type is EventType => eventTypes.has(type);

/** @throws RangeError when a posting is not of a positive amount between two different accounts */
const requirePostings = (event: DomainEvent): void => {
  for (const { from, to, amount } of postingsOf(event)) {
    if (amount > 0 && from !== to) continue;
    throw new RangeError(`${event.type} moves ${amount} from ${from} to ${to}`);
  }
};

/** @throws ZodError, RangeError when data or postings are invalid */
export const encode = (
  fact: DomainEvent,
  at: {
    readonly id: string;
    readonly stream: string;
    readonly meta: Omit<EventMeta, 'v' | 'hash'>;
  },
): NewEvent => {
  const { type } = fact;
  const data = JSON.stringify(eventSchemas[type].parse(fact.data));
  requirePostings(fact);
  const v = latestVersion(type);
  const hash = contentHash({ id: at.id, stream: at.stream, type, v, data });
  const meta: EventMeta = { v, ...at.meta, hash };
  return { id: at.id, type, data, meta: JSON.stringify(meta) };
};

/** Upcasts to the latest version. The data was validated when it was written. @throws UnreadableEvent */
export const decode = (recorded: Recorded): RecordedEvent => {
  const { id, stream, revision, position, recordedAt, sealedAs } = recorded;
  const type = eventTypes.get(recorded.type);
  if (type === undefined) throw new UnreadableEvent(recorded, 'unknown type');
  const meta: EventMeta = JSON.parse(recorded.meta);
  const written: Readonly<Record<string, unknown>> = JSON.parse(recorded.data);
  if (meta.v > latestVersion(type)) throw new UnreadableEvent(recorded, 'from a later version');
  const data = upcast(type, meta.v, written);
  const aggregateId = idOf(stream);
  const decoded = {
    type,
    data,
    meta,
    id,
    stream,
    aggregateId,
    revision,
    position,
    recordedAt,
    sealedAs,
  };
  return decoded as RecordedEvent;
};

const decodedEvents = new WeakMap<Recorded, RecordedEvent>();

/** Like `decode`, but decodes the same object once for several subscribers. @throws UnreadableEvent */
export const decodeShared = (recorded: Recorded): RecordedEvent => {
  const decoded = decodedEvents.get(recorded);
  if (decoded !== undefined) return decoded;
  const event = decode(recorded);
  decodedEvents.set(recorded, event);
  return event;
};
