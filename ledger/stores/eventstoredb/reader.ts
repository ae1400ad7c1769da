import { setTimeout as delay } from 'node:timers/promises';
import { BACKWARDS, END, START } from '@eventstore/db-client';
import type {
  AllStreamResolvedEvent,
  EventStoreDBClient,
  ReadPosition,
  ResolvedEvent,
  StreamingRead,
} from '@eventstore/db-client';
import type { EventStore, Position, Recorded, Revision } from '#/ledger/event-store.ts';
import { requireStreamName } from '#/ledger/event-store.ts';
import type { Horizon } from './position.ts';
import { isOurs, recordedOf } from './content.ts';
import { isAbsentStream, isPassing, readFailure, Unanswered } from './failures.ts';
import { Incoming } from './incoming.ts';
import { logPosition, positionText } from './position.ts';

/** Events that may wait here while the consumer is busy. */
const AHEAD = 500;

/** From the end, what belongs to the server is passed over in steps that grow. */
const FIRST_LOOK = 16;
const LONGEST_LOOK = 4_096;

/** How often a read is begun while servers come and go. */
const ATTEMPTS = 4;
const PAUSE_MS = 50;

/** Reads the log from the server that leads, which alone has all that was acknowledged; silence fails a read. */
export class Reader {
  readonly #client: EventStoreDBClient;
  readonly #horizon: Horizon;
  readonly #timeoutMs: number;

  constructor(client: EventStoreDBClient, horizon: Horizon, timeoutMs: number) {
    this.#client = client;
    this.#horizon = horizon;
    this.#timeoutMs = timeoutMs;
  }

  async stream(stream: string, from: Revision, limit: number): Promise<readonly Recorded[]> {
    requireStreamName(stream);
    if (limit <= 0) return [];
    const found = await this.#again(() => this.#stream(stream, from, limit));
    const last = found.at(-1);
    if (last !== undefined) this.#horizon.reach(last.position);
    return found;
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
    const fromPosition = after === undefined ? START : logPosition(after);
    const end = await this.head(signal);
    if (end === undefined || end <= (after ?? '') || limit <= 0) return;
    const read = this.#client.readAll(
      { fromPosition, requiresLeader: true },
      { highWaterMark: AHEAD },
    );
    let batch: Recorded[] = [];
    let left = limit;
    for await (const items of this.#arriving<AllStreamResolvedEvent>(read, signal)) {
      for (const { event } of items) {
        if (event === undefined || !isOurs(event)) continue;
        const recorded = recordedOf(event);
        // Reading includes where it begins.
        if (recorded.position <= (after ?? '')) continue;
        if (recorded.position <= end) batch.push(recorded);
        const isLast = recorded.position >= end || batch.length === left;
        if (isLast || batch.length === batchSize) {
          signal?.throwIfAborted();
          if (batch.length > 0) yield batch;
          left -= batch.length;
          batch = [];
        }
        if (!isLast) continue;
        signal?.throwIfAborted();
        return;
      }
    }
    throw new Error(`the log ended before ${end}`);
  }

  /** Of the last event of ours. */
  async head(signal?: AbortSignal): Promise<Position | undefined> {
    const head = await this.#again(() => this.#head(signal));
    if (head !== undefined) this.#horizon.reach(head);
    return head;
  }

  /** The first question may go to a server that does not lead, or to one that is no more. */
  async #again<Found>(read: () => Promise<Found>): Promise<Found> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await read();
      } catch (error) {
        if (attempt === ATTEMPTS || !isPassing(error)) throw readFailure(error);
      }
      await delay(attempt * PAUSE_MS);
    }
  }

  async #stream(stream: string, from: Revision, limit: number): Promise<readonly Recorded[]> {
    const read = this.#client.readStream(
      stream,
      {
        fromRevision: BigInt(from),
        maxCount: Math.min(limit, Number.MAX_SAFE_INTEGER),
        requiresLeader: true,
      },
      { highWaterMark: AHEAD },
    );
    const found: Recorded[] = [];
    try {
      for await (const items of this.#arriving<ResolvedEvent>(read)) {
        for (const { event } of items) if (event !== undefined) found.push(recordedOf(event));
      }
    } catch (error) {
      if (isAbsentStream(error)) return [];
      throw error;
    }
    return found;
  }

  async #head(signal?: AbortSignal): Promise<Position | undefined> {
    const backwards = { direction: BACKWARDS, requiresLeader: true } as const;
    let fromPosition: ReadPosition = END;
    for (let maxCount = FIRST_LOOK; ; maxCount = Math.min(4 * maxCount, LONGEST_LOOK)) {
      let seen = 0;
      const read = this.#client.readAll({ ...backwards, fromPosition, maxCount });
      for await (const items of this.#arriving<AllStreamResolvedEvent>(read, signal)) {
        for (const { event } of items) {
          seen += 1;
          if (event === undefined) continue;
          if (isOurs(event)) return positionText(event.position);
          fromPosition = event.position;
        }
      }
      if (seen < maxCount) return undefined;
    }
  }

  /** What a read brings, as it comes in. */
  async *#arriving<Item>(
    read: StreamingRead<Item>,
    signal?: AbortSignal,
  ): AsyncGenerator<readonly Item[]> {
    const incoming = new Incoming<Item>(read);
    try {
      for (;;) {
        const items = incoming.take(AHEAD);
        if (items.length > 0) yield items;
        else if (incoming.isOver()) return;
        else if (!(await incoming.news(this.#timeoutMs, signal))) {
          throw new Unanswered(this.#timeoutMs);
        }
        signal?.throwIfAborted();
      }
    } finally {
      read.cancel().catch(() => undefined);
    }
  }
}
