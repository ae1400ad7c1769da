import { setTimeout as delay } from 'node:timers/promises';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventStore, Position, Recorded, Revision } from '#/ledger/event-store.ts';
import type { Names } from './names.ts';
import type { Horizon } from './position.ts';
import type { Range, ReadStream, EventStoreRpc } from './rpc.ts';
import { RecordCut, requireStreamName } from '#/ledger/event-store.ts';
import { isTombstone, placeOf, recordedOf, streamNameOf, type WireEvent } from './content.ts';
import { isDeletedStream, isPassing, readFailure, Unanswered } from './failures.ts';
import { Incoming } from './incoming.ts';

/** Messages taken at once. */
const AHEAD = 500;

/** Most attempts to start a read while servers stop and start. */
const ATTEMPTS = 4;
const PAUSE_MS = 50;

interface ReaderOptions {
  readonly rpc: EventStoreRpc;
  readonly names: Names;
  readonly horizon: Horizon;
  /** Milliseconds that a server may be silent in the middle of a read; then the read fails. */
  readonly timeoutMs: number;
}

interface VisibleEvents {
  readonly events: readonly Recorded[];
  /** The stream never existed, or was deleted: the server's answer is the same. */
  readonly isNotFound: boolean;
  readonly last: Revision | undefined;
}

export const deletedForGoodError = (stream: string): RecordCut =>
  new RecordCut({ stream, how: 'it was deleted for good', isForGood: true });

const describeHidden = (revision: Revision): string =>
  `the server hides what is before revision ${revision}`;

/** Reads the log from the leader; a read fails when the server is silent for too long. */
export class Reader {
  readonly #rpc: EventStoreRpc;
  readonly #names: Names;
  readonly #horizon: Horizon;
  readonly #timeoutMs: number;

  constructor({ rpc, names, horizon, timeoutMs }: ReaderOptions) {
    this.#rpc = rpc;
    this.#names = names;
    this.#horizon = horizon;
    this.#timeoutMs = timeoutMs;
  }

  /** @param requireNeverWritten called when the stream is not found; throws if the stream ever had events */
  async stream(
    stream: string,
    range: { readonly from: Revision; readonly limit: number },
    requireNeverWritten: (stream: string) => Promise<void>,
  ): Promise<readonly Recorded[]> {
    requireStreamName(stream);
    const { from, limit } = range;
    if (limit <= 0) return [];
    const cut = (how: string): RecordCut => new RecordCut({ stream, how });
    const { events, isNotFound, last } = await this.#retry(() =>
      this.#stream(stream, from, limit),
    ).catch((error: unknown) => {
      throw isDeletedStream(error) ? deletedForGoodError(stream) : error;
    });
    if (isNotFound) {
      await requireNeverWritten(stream);
      return [];
    }
    let due = from;
    for (const { revision, position } of events) {
      if (revision !== due) throw cut(describeHidden(revision));
      due += 1;
      this.#horizon.reach(position);
    }
    // With a last revision at or after `from`, there must be events.
    const mustHaveEvents = last === undefined ? from === 0 : last >= from;
    if (events.length === 0 && mustHaveEvents) throw cut('the server hides all of it');
    return events;
  }

  async lastOfStream(name: string): Promise<WireEvent | undefined> {
    const range = { name, from: 'end', count: 1 } as const;
    return this.#retry(() => this.#takeFirst(this.#receive(this.#rpc.stream(range))));
  }

  /** Reads the events that the server shows of a stream outside the log, which may be truncated. */
  async readShown(name: string, count = Infinity): Promise<readonly WireEvent[]> {
    return this.#retry(async () => {
      const events: WireEvent[] = [];
      const range = { name, from: 0, count };
      for await (const messages of this.#receive(this.#rpc.stream(range)))
        events.push(...messages.flatMap((message) => message.getEvent()?.getEvent() ?? []));
      return events;
    });
  }

  async *all(options: Parameters<EventStore['readAll']>[0]): AsyncGenerator<readonly Recorded[]> {
    try {
      yield* this.#all(options);
    } catch (error) {
      throw readFailure(error);
    }
  }

  async *#all(options: Parameters<EventStore['readAll']>[0]): AsyncGenerator<readonly Recorded[]> {
    const { after, limit = Infinity, batchSize = 1_000, signal } = options;
    signal?.throwIfAborted();
    const range = this.#range(after);
    const end = await this.head(signal);
    if (end === undefined || end <= (after ?? '') || limit <= 0) return;
    let batch: Recorded[] = [];
    let remaining = limit;
    for await (const messages of this.#search(range, signal)) {
      for (const message of messages) {
        const event = message.getEvent()?.getEvent();
        const position = event && placeOf(event);
        // The server includes the event at the start position.
        if (event === undefined || position === undefined || position <= (after ?? '')) continue;
        const recorded = position <= end ? this.convert(event) : undefined;
        if (recorded !== undefined) batch.push(recorded);
        const isLast = position >= end || batch.length === remaining;
        if (isLast || batch.length === batchSize) {
          signal?.throwIfAborted();
          if (batch.length > 0) yield batch;
          remaining -= batch.length;
          batch = [];
        }
        if (!isLast) continue;
        signal?.throwIfAborted();
        return;
      }
    }
    throw new Error(`the log ended before ${end}`);
  }

  /** Converts an event of the server; undefined for other products' events, and for tombstones. */
  convert(event: WireEvent): Recorded | undefined {
    const stream = this.#names.fromServerName(streamNameOf(event));
    return stream === undefined || isTombstone(event) ? undefined : recordedOf(event, stream);
  }

  /** Returns the position of our last event. Later events of other products are examined once, not at each call. */
  async head(signal?: AbortSignal): Promise<Position | undefined> {
    const end = await this.end(signal);
    if (end === undefined) return undefined;
    const { through } = this.#horizon;
    if (through === undefined) {
      const last = await this.#retry(() => {
        const search = this.#rpc.last(this.#range());
        return this.#takeFirst(this.#receive(search, { signal, isSearch: true }));
      });
      if (last !== undefined) this.#horizon.reach(placeOf(last));
      this.#horizon.cover(undefined, end);
    } else if (end > through) {
      await this.#retry(() => this.#examineAfter(through, signal));
      this.#horizon.cover(through, end);
    }
    return this.#horizon.latest === '' ? undefined : this.#horizon.latest;
  }

  /** Returns the position of the server's last event, of any product. */
  async end(signal?: AbortSignal): Promise<Position | undefined> {
    const { received: newestKnown, rewinds } = this.#horizon;
    const last = await this.#retry(() =>
      this.#takeFirst(this.#receive(this.#rpc.last({ from: undefined }), { signal })),
    );
    const end = last && placeOf(last);
    // The leader answers: an end before a position that was known earlier means that events were lost.
    const isLost = (end ?? '') < newestKnown && this.#horizon.rewinds === rewinds;
    if (isLost) this.#horizon.rewind();
    if (end === undefined) return undefined;
    this.#horizon.report(end);
    return end;
  }

  #range(from?: Position): Range {
    return { from, streams: this.#names.prefixes };
  }

  async #examineAfter(after: Position, signal?: AbortSignal): Promise<void> {
    for await (const messages of this.#search(this.#range(after), signal)) {
      for (const message of messages) {
        const event = message.getEvent()?.getEvent();
        if (event !== undefined) this.#horizon.reach(placeOf(event));
      }
    }
  }

  /** Retries a read: the first request may go to a server that does not lead, or that has stopped. */
  async #retry<Result>(read: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read();
      } catch (error) {
        if (attempt === ATTEMPTS || !isPassing(error)) throw readFailure(error);
      }
      await delay(attempt * PAUSE_MS);
    }
  }

  async #stream(stream: string, from: Revision, limit: number): Promise<VisibleEvents> {
    const events: Recorded[] = [];
    let isNotFound = false;
    let last: Revision | undefined;
    const read = this.#rpc.stream({ name: this.#names.toServerName(stream), from, count: limit });
    for await (const messages of this.#receive(read)) {
      for (const message of messages) {
        const event = message.getEvent()?.getEvent();
        if (event !== undefined) events.push(recordedOf(event, stream));
        else if (message.hasStreamNotFound()) isNotFound = true;
        else if (message.hasLastStreamPosition()) last = Number(message.getLastStreamPosition());
      }
    }
    return { events, isNotFound, last };
  }

  async #takeFirst(arriving: AsyncIterable<readonly ReadResp[]>): Promise<WireEvent | undefined> {
    for await (const messages of arriving) {
      const [event] = messages.flatMap((message) => message.getEvent()?.getEvent() ?? []);
      if (event !== undefined) return event;
    }
    return undefined;
  }

  #search(range: Range, signal: AbortSignal | undefined): AsyncGenerator<readonly ReadResp[]> {
    return this.#receive(this.#rpc.all(range), { signal, isSearch: true });
  }

  /**
   * Yields the messages of a read. A search may send nothing for long: it fails only if the server does not answer another request either.
   */
  async *#receive(
    read: Promise<ReadStream>,
    { signal, isSearch = false }: { signal?: AbortSignal | undefined; isSearch?: boolean } = {},
  ): AsyncGenerator<readonly ReadResp[]> {
    const incoming = new Incoming<ReadResp>(read);
    try {
      for (;;) {
        const items = incoming.take(AHEAD);
        if (items.length > 0) yield items;
        else if (incoming.isOver()) return;
        else if (!(await incoming.waitForNews(this.#timeoutMs, signal))) {
          if (!isSearch) throw new Unanswered(this.#timeoutMs);
          await this.end(signal);
        }
        signal?.throwIfAborted();
      }
    } finally {
      incoming.cancel();
    }
  }
}
