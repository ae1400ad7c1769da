import { LRUCache } from 'lru-cache';
import type { Appended, EventStore, NewEvent } from '#/ledger/event-store.ts';
import type { StoredEvent } from './stored-event.ts';
import type { StreamMetadata } from './stream-metadata.ts';
import { decimalPosition, ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { DELETED, keptEventOf, storedStreamName } from './stored-event.ts';
import {
  firstShown,
  isExpired,
  isMetastream,
  isSoftDeleted,
  metastreamOf,
  OF_METASTREAMS,
  originalOf,
  parseMetadata,
} from './stream-metadata.ts';

const PAGE = 500;

const REMEMBERED = 20_000;

const NO_BYTES = new Uint8Array();

export interface Tail {
  /** -1 for a stream without events, `DELETED` for one with a tombstone. */
  readonly last: bigint;
  /** The last event; it may lack its data, except in metastreams. */
  readonly event: StoredEvent | undefined;
}

const ABSENT: Tail = { last: -1n, event: undefined };

export const isTombstoned = ({ last }: Tail): boolean => last === DELETED;

/** How long the cached end of a stream may lack events of another writer. */
const TRUSTED_MS = 1_000;

interface CachedTail extends Tail {
  /** The revision of the last event in our store. */
  readonly at: number;
  readonly since: number;
}

interface ReadingAll {
  /** Most events that are needed; Infinity when a filter decides. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Presents a store of ours as an EventStoreDB client reads it. */
export class EventLog {
  readonly store: EventStore;
  /** Read by `peek`, so that a look into the cache does not keep a stream in it. */
  readonly #tails = new LRUCache<string, CachedTail>({ max: REMEMBERED });

  constructor(store: EventStore) {
    this.store = store;
  }

  /** Finds the last event by doubling steps, because our port reads streams forwards. */
  async tail(stream: string): Promise<Tail> {
    const cached = this.#tails.peek(stream);
    let at = cached?.at ?? -1;
    let event = cached?.event;
    const move = async (by: number): Promise<boolean> => {
      const next = await this.#at(stream, at + by);
      if (next === undefined) return false;
      at += by;
      event = next;
      return true;
    };
    let step = 1;
    while (await move(step)) step *= 2;
    for (step /= 2; step >= 1; step /= 2) await move(step);
    this.#remember(stream, at, event);
    return event === undefined ? ABSENT : { last: event.revision, event };
  }

  /**
   * Returns the end of a stream, perhaps from the cache, which saves an append some queries. It may lack the newest events of another
   * writer.
   */
  async knownTail(stream: string): Promise<Tail> {
    const cached = this.#tails.peek(stream);
    const isFresh = cached !== undefined && performance.now() - cached.since < TRUSTED_MS;
    return isFresh ? cached : this.tail(stream);
  }

  /** Call when another writer has appended to a stream. */
  forget(stream: string): void {
    for (const each of [stream, metastreamOf(stream)]) this.#tails.delete(each);
  }

  async knownMetadata(stream: string): Promise<StreamMetadata> {
    if (isMetastream(stream)) return OF_METASTREAMS;
    return parseMetadata((await this.knownTail(metastreamOf(stream))).event);
  }

  async metadata(stream: string): Promise<StreamMetadata> {
    if (isMetastream(stream)) return OF_METASTREAMS;
    return parseMetadata((await this.tail(metastreamOf(stream))).event);
  }

  /** Undefined when the event is hidden or deleted. */
  async readShown(stream: string, revision: bigint): Promise<StoredEvent | undefined> {
    const [tail, metadata] = [await this.tail(stream), await this.metadata(stream)];
    const isHidden = isSoftDeleted(metadata) || revision < firstShown(metadata, tail.last);
    if (isTombstoned(tail) || isHidden) return undefined;
    for await (const event of this.forwards(stream, revision, revision)) {
      return isExpired(metadata, event) ? undefined : event;
    }
    return undefined;
  }

  /** Whether the stream, or the stream whose metadata it holds, was closed for ever. */
  async isClosed(stream: string): Promise<boolean> {
    if (isTombstoned(await this.tail(stream))) return true;
    return isMetastream(stream) && isTombstoned(await this.tail(originalOf(stream)));
  }

  /** In order, from one revision to another (inclusive). */
  async *forwards(stream: string, from: bigint, to: bigint): AsyncGenerator<StoredEvent> {
    for (let next = from; next <= to;) {
      const limit = Number(to - next >= PAGE ? PAGE : to - next + 1n);
      const page = await this.store.readStream(storedStreamName(stream), {
        from: Number(next),
        limit,
      });
      for (const event of page) yield keptEventOf(event);
      if (page.length < limit) return;
      next += BigInt(limit);
    }
  }

  /** In reverse order, from one revision down to another (inclusive). */
  async *backwards(stream: string, from: bigint, to: bigint): AsyncGenerator<StoredEvent> {
    for (let end = from; end >= to;) {
      const start = end - BigInt(PAGE) + 1n > to ? end - BigInt(PAGE) + 1n : to;
      const limit = Number(end - start) + 1;
      const page = await this.store.readStream(storedStreamName(stream), {
        from: Number(start),
        limit,
      });
      for (const event of page.toReversed()) yield keptEventOf(event);
      end = start - 1n;
    }
  }

  /** The whole log in order, from an ordinal on. */
  async *allForwards(from: number, how: ReadingAll): AsyncGenerator<StoredEvent> {
    const after = from > 1 ? { after: decimalPosition(from - 1) } : {};
    for await (const page of this.store.readAll({ ...after, batchSize: PAGE, ...how })) {
      for (const event of page) yield keptEventOf(event);
    }
  }

  /** The log in reverse order, from the event before an ordinal. Ordinals have no gaps, so page bounds can be computed. */
  async *allBackwards(before: number, how: ReadingAll): AsyncGenerator<StoredEvent> {
    const { limit, signal } = how;
    const size = Math.min(PAGE, limit);
    for (let end = before - 1; end > 0; end -= size) {
      const start = Math.max(0, end - size);
      const page: StoredEvent[] = [];
      const after = start === 0 ? {} : { after: decimalPosition(start) };
      for await (const events of this.store.readAll({ ...after, limit: end - start, signal })) {
        page.push(...events.map(keptEventOf));
      }
      yield* page.toReversed();
    }
  }

  /** Ordinal of the last event, 0 for an empty log. */
  async head(): Promise<number> {
    return ordinalOf(await this.store.head());
  }

  cacheTail(stream: string, { id, type, data, meta }: NewEvent, place: Appended): void {
    const { revision, position } = place;
    // This time differs from the recorded one, but the time of a cached tail is not read.
    const recordedAt = new Date().toISOString();
    const recorded = { id, type, data, meta, stream, revision, position, recordedAt };
    this.#remember(stream, revision, keptEventOf(recorded));
  }

  async #at(stream: string, from: number): Promise<StoredEvent | undefined> {
    const [event] = await this.store.readStream(storedStreamName(stream), { from, limit: 1 });
    return event === undefined ? undefined : keptEventOf(event);
  }

  #remember(stream: string, at: number, event: StoredEvent | undefined): void {
    // Only metadata is read from the cache; other events may be large.
    const isLight = event === undefined || isMetastream(stream);
    const light = isLight ? event : { ...event, data: NO_BYTES, metadata: NO_BYTES };
    const since = performance.now();
    this.#tails.set(stream, { at, last: event?.revision ?? -1n, event: light, since });
  }
}
