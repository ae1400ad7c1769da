import {
  ANY,
  jsonEvent,
  NO_STREAM,
  STREAM_EXISTS,
  type EventData,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { z } from 'zod';
import {
  keyOf,
  listHeld,
  sortByLog,
  type Checkpoints,
  type EventRead,
  type Parked,
  type ParkedName,
  type Reached,
  type Work,
} from '#/ledger/checkpoints/checkpoints.ts';
import { timestampSchema } from '#/domain/values/time.ts';
import { LogRewound, type Position, type Revision } from '#/ledger/event-store.ts';
import { within } from '#/ledger/concurrency/within.ts';
import { waitUntilReached } from './client.ts';
import { createdAt, dataOf, typeOf, type WireEvent } from './content.ts';
import { readFailure, Unanswered, verdictOf } from './failures.ts';
import type { Names } from './names.ts';
import type { Reader } from './reader.ts';

const TIMEOUT_MS = 4_000;
const CONFLICT_RETRIES = 5;

const SAVED = 'CheckpointSaved';
const PARKED = 'EventParked';
const UNPARKED = 'EventUnparked';
const QUEUED = 'WorkQueued';
const QUEUE_NAMED = 'QueueNamed';

// This file writes these events, so the text is a valid position.
const position = z.string().transform((text) => text as Position);
const savedSchema = z.object({ position: z.string().transform((text) => text as Reached) });
const namedSchema = z.object({
  policy: z.string(),
  position,
  holds: z.string().exactOptional(),
});
const workSchema = z.object({
  policy: z.string(),
  position,
  stream: z.string(),
  revision: z.number(),
});
const queueSchema = z.object({ queue: z.string() });
const parkedSchema = workSchema.extend({
  failure: z.string(),
  // Earlier releases did not write `since`; then the time counts at which the server recorded the event.
  since: timestampSchema.optional(),
  holds: z.string().exactOptional(),
});

const parseAs = <Schema extends z.ZodType>(schema: Schema, event: WireEvent): z.output<Schema> =>
  schema.parse(JSON.parse(dataOf(event)));

const isSameWork = (one: Work, other: Work | undefined): boolean =>
  one.policy === other?.policy &&
  one.position === other.position &&
  one.stream === other.stream &&
  one.revision === other.revision;

const foldParked = (events: readonly WireEvent[]): ReadonlyMap<string, Parked> => {
  const parked = new Map<string, Parked>();
  for (const event of events) {
    if (typeOf(event) === UNPARKED) parked.delete(keyOf(parseAs(namedSchema, event)));
    else {
      const { since = createdAt(event), ...it } = parseAs(parkedSchema, event);
      parked.set(keyOf(it), { ...it, since: parked.get(keyOf(it))?.since ?? since });
    }
  }
  return parked;
};

interface StoredCheckpoint {
  readonly position: Reached | undefined;
  readonly revision: Revision | typeof NO_STREAM;
}

/** Checkpoints in streams outside the log, which, unlike those of the log, may be truncated. */
export class EventStoreDbCheckpoints implements Checkpoints {
  readonly #client: EventStoreDBClient;
  readonly #names: Names;
  readonly #reader: Pick<Reader, 'lastOfStream' | 'readShown'>;
  /** What this process saved or read last. */
  readonly #saved = new Map<string, StoredCheckpoint>();

  constructor(
    client: EventStoreDBClient,
    { names, reader }: { readonly names: Names; readonly reader: Reader },
  ) {
    this.#client = client;
    this.#names = names;
    this.#reader = reader;
  }

  async load(name: string): Promise<Reached | undefined> {
    return (await this.#read(name)).position;
  }

  async save(name: string, at: Reached, _?: EventRead, since: Reached = ''): Promise<void> {
    for (let conflicts = 0; ; conflicts += 1) {
      const { position: last, revision } = this.#saved.get(name) ?? (await this.#read(name));
      if ((last ?? '') < since) throw new LogRewound();
      if (last !== undefined && last >= at) return;
      try {
        await this.#append(name, at, revision);
        return;
      } catch (error) {
        this.#saved.delete(name);
        const isConflict = verdictOf(error) === 'wrong-expected';
        if (!isConflict || conflicts >= CONFLICT_RETRIES) throw readFailure(error);
      }
    }
  }

  async park(it: Parked): Promise<void> {
    const events = await this.#reader.readShown(this.#parkedStream);
    if (foldParked(events).get(keyOf(it))?.failure === it.failure) return;
    const event = jsonEvent({ type: PARKED, data: { ...it } });
    await this.#send(this.#parkedStream, event, ANY).catch((error: unknown) => {
      throw readFailure(error);
    });
  }

  async unpark({ policy, position: at, holds }: ParkedName): Promise<void> {
    try {
      const data = { policy, position: at, ...(holds !== undefined && { holds }) };
      await this.#send(this.#parkedStream, jsonEvent({ type: UNPARKED, data }), ANY);
      const events = await this.#reader.readShown(this.#parkedStream);
      const last = events.at(-1);
      if (last === undefined || foldParked(events).size > 0) return;
      await this.#truncateAfter(this.#parkedStream, last);
    } catch (error) {
      throw readFailure(error);
    }
  }

  async listParked(): Promise<readonly Parked[]> {
    const events = await this.#reader.readShown(this.#parkedStream);
    return sortByLog(foldParked(events).values());
  }

  async enqueue(queue: string, works: readonly Work[]): Promise<boolean> {
    const added = await this.#withoutQueued(queue, works);
    const events = added.map((work) => jsonEvent({ type: QUEUED, data: { ...work } }));
    if (events.length > 0)
      await this.#addTo(queue, events).catch((error: unknown) => {
        throw readFailure(error);
      });
    return (await this.listParked()).some(({ holds }) => holds === queue);
  }

  async listQueues(): Promise<readonly string[]> {
    const events = await this.#reader.readShown(this.#namesStream);
    // Queues of earlier releases are not named in this stream, but the failed work that holds them names them.
    const names = new Set([
      ...events.map((event) => parseAs(queueSchema, event).queue),
      ...listHeld(await this.listParked()),
    ]);
    const queues: string[] = [];
    for (const name of names) {
      if ((await this.listQueued(name, 1)).length > 0) queues.push(name);
    }
    return queues;
  }

  async listQueued(queue: string, limit: number): Promise<readonly Work[]> {
    const events = await this.#reader.readShown(this.#queueStream(queue), limit);
    return events.map((event) => parseAs(workSchema, event));
  }

  async dequeue(queue: string, works: readonly Work[]): Promise<void> {
    const stream = this.#queueStream(queue);
    const events = await this.#reader.readShown(stream, works.length);
    const isOther = (event: WireEvent, nth: number): boolean =>
      !isSameWork(parseAs(workSchema, event), works[nth]);
    const others = events.findIndex(isOther);
    const last = events.at(others === -1 ? -1 : others - 1);
    if (last === undefined || others === 0) return;
    await this.#truncateAfter(stream, last).catch((error: unknown) => {
      throw readFailure(error);
    });
  }

  async countQueued(queue: string): Promise<number> {
    const stream = this.#queueStream(queue);
    const [first] = await this.#reader.readShown(stream, 1);
    const last = await this.#reader.lastOfStream(stream);
    if (first === undefined || last === undefined) return 0;
    return Number(last.getStreamRevision()) - Number(first.getStreamRevision()) + 1;
  }

  async #withoutQueued(queue: string, works: readonly Work[]): Promise<readonly Work[]> {
    const once = [...new Map(works.map((work) => [keyOf(work), work])).values()];
    const last = await this.#reader.lastOfStream(this.#queueStream(queue));
    const end = last && keyOf(parseAs(workSchema, last));
    // Work is usually added in the order of the log; other work is compared with the whole queue.
    if (end === undefined || once.every((work) => keyOf(work) > end)) return once;
    const queued = new Set((await this.listQueued(queue, Infinity)).map(keyOf));
    return once.filter((work) => !queued.has(keyOf(work)));
  }

  /** Names a queue before its stream begins, so that a crash leaves no work without a name. */
  async #addTo(queue: string, events: EventData[]): Promise<void> {
    const stream = this.#queueStream(queue);
    try {
      await this.#send(stream, events, STREAM_EXISTS);
    } catch (error) {
      if (verdictOf(error) !== 'wrong-expected') throw error;
      await this.#send(this.#namesStream, jsonEvent({ type: QUEUE_NAMED, data: { queue } }), ANY);
      await this.#send(stream, events, ANY);
    }
  }

  #queueStream(queue: string): string {
    return this.#names.streamOutsideLog(`queue.${queue}`);
  }

  #truncateAfter(stream: string, last: WireEvent) {
    return this.#limit(stream, { truncateBefore: Number(last.getStreamRevision()) + 1 });
  }

  get #namesStream(): string {
    return this.#names.streamOutsideLog('queues');
  }

  get #parkedStream(): string {
    return this.#names.streamOutsideLog('parked');
  }

  #streamOf(name: string): string {
    return this.#names.streamOutsideLog(`checkpoint.${name}`);
  }

  async #read(name: string): Promise<StoredCheckpoint> {
    const event = await this.#reader.lastOfStream(this.#streamOf(name));
    const saved: StoredCheckpoint = event
      ? { ...parseAs(savedSchema, event), revision: Number(event.getStreamRevision()) }
      : { position: undefined, revision: NO_STREAM };
    this.#saved.set(name, saved);
    return saved;
  }

  async #append(name: string, at: Reached, before: StoredCheckpoint['revision']): Promise<void> {
    const stream = this.#streamOf(name);
    if (before === NO_STREAM) await this.#limit(stream, { maxCount: 1 });
    const event = jsonEvent({ type: SAVED, data: { position: at } });
    const expected = before === NO_STREAM ? before : BigInt(before);
    const { nextExpectedRevision } = await this.#send(stream, event, expected);
    this.#saved.set(name, { position: at, revision: Number(nextExpectedRevision) });
  }

  #send(
    stream: string,
    event: EventData | EventData[],
    expectedRevision: bigint | 'any' | 'no_stream' | 'stream_exists',
  ) {
    return this.#within(() =>
      this.#client.appendToStream(stream, event, {
        expectedRevision,
        deadline: TIMEOUT_MS,
        requiresLeader: true,
      }),
    );
  }

  #limit(
    stream: string,
    limits: { readonly maxCount: number } | { readonly truncateBefore: number },
  ) {
    const options = { deadline: TIMEOUT_MS, requiresLeader: true };
    return this.#within(() => this.#client.setStreamMetadata(stream, limits, options));
  }

  /** Limits the wait, because the client may never settle an append. */
  #within<Result>(write: () => Promise<Result>): Promise<Result> {
    const sent = waitUntilReached(this.#client).then(write);
    return within(TIMEOUT_MS, sent, () => {
      throw new Unanswered(TIMEOUT_MS);
    });
  }
}
