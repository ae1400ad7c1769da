import { ANY, jsonEvent, NO_STREAM, type EventStoreDBClient } from '@eventstore/db-client';
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
import { LogRewound, type Revision } from '#/ledger/event-store.ts';
import { createdAt, typeOf, type WireEvent } from './content.ts';
import { readFailure } from './failures.ts';
import type { Names } from './names.ts';
import { QueueStreams } from './queue-streams.ts';
import type { Reader } from './reader.ts';
import { retryConflicts, UnloggedWriter } from './unlogged-writer.ts';
import { parseAs, position, workSchema } from './work-event.ts';

const SAVED = 'CheckpointSaved';
const PARKED = 'EventParked';
const UNPARKED = 'EventUnparked';

const savedSchema = z.object({ position: z.string().transform((text) => text as Reached) });
const namedSchema = z.object({
  policy: z.string(),
  position,
  holds: z.string().exactOptional(),
});
const parkedSchema = workSchema.extend({
  failure: z.string(),
  // Earlier releases did not write `since`; then the time counts at which the server recorded the event.
  since: timestampSchema.optional(),
  holds: z.string().exactOptional(),
});

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
  readonly #writer: UnloggedWriter;
  readonly #queues: QueueStreams;
  readonly #names: Names;
  readonly #reader: Pick<Reader, 'lastOfStream' | 'readShown'>;
  /** What this process saved or read last. */
  readonly #saved = new Map<string, StoredCheckpoint>();

  constructor(
    client: EventStoreDBClient,
    { names, reader }: { readonly names: Names; readonly reader: Reader },
  ) {
    this.#writer = new UnloggedWriter(client);
    this.#queues = new QueueStreams({ writer: this.#writer, names, reader });
    this.#names = names;
    this.#reader = reader;
  }

  async load(name: string): Promise<Reached | undefined> {
    return (await this.#read(name)).position;
  }

  async save(name: string, at: Reached, _?: EventRead, since: Reached = ''): Promise<void> {
    await retryConflicts(async () => {
      const { position: last, revision } = this.#saved.get(name) ?? (await this.#read(name));
      if ((last ?? '') < since) throw new LogRewound();
      if (last !== undefined && last >= at) return;
      // Unless the append succeeds, it is not known what is stored.
      this.#saved.delete(name);
      await this.#append(name, at, revision);
    });
  }

  async park(it: Parked): Promise<void> {
    const events = await this.#reader.readShown(this.#parkedStream);
    if (foldParked(events).get(keyOf(it))?.failure === it.failure) return;
    const event = jsonEvent({ type: PARKED, data: { ...it } });
    await this.#writer.append(this.#parkedStream, event, ANY).catch((error: unknown) => {
      throw readFailure(error);
    });
  }

  async unpark({ policy, position: at, holds }: ParkedName): Promise<void> {
    try {
      const data = { policy, position: at, ...(holds !== undefined && { holds }) };
      await this.#writer.append(this.#parkedStream, jsonEvent({ type: UNPARKED, data }), ANY);
      const events = await this.#reader.readShown(this.#parkedStream);
      const last = events.at(-1);
      if (last === undefined || foldParked(events).size > 0) return;
      const truncateBefore = Number(last.getStreamRevision()) + 1;
      await this.#writer.limit(this.#parkedStream, { truncateBefore });
    } catch (error) {
      throw readFailure(error);
    }
  }

  async listParked(): Promise<readonly Parked[]> {
    const events = await this.#reader.readShown(this.#parkedStream);
    return sortByLog(foldParked(events).values());
  }

  async enqueue(queue: string, works: readonly Work[]): Promise<boolean> {
    await this.#queues.add(queue, works);
    return (await this.listParked()).some(({ holds }) => holds === queue);
  }

  async listQueues(): Promise<readonly string[]> {
    // Queues of earlier releases have no name on record, but the failed work that holds them names them.
    const names = new Set([
      ...(await this.#queues.listNames()),
      ...listHeld(await this.listParked()),
    ]);
    const queues: string[] = [];
    for (const name of names) if ((await this.countQueued(name)) > 0) queues.push(name);
    return queues;
  }

  async listQueued(queue: string, limit: number): Promise<readonly Work[]> {
    return (await this.#queues.list(queue)).slice(0, limit);
  }

  async dequeue(queue: string, works: readonly Work[]): Promise<void> {
    await this.#queues.remove(queue, works);
  }

  async countQueued(queue: string): Promise<number> {
    return (await this.#queues.list(queue)).length;
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
    if (before === NO_STREAM) await this.#writer.limit(stream, { maxCount: 1 });
    const event = jsonEvent({ type: SAVED, data: { position: at } });
    const expected = before === NO_STREAM ? before : BigInt(before);
    const { nextExpectedRevision } = await this.#writer.append(stream, event, expected);
    this.#saved.set(name, { position: at, revision: Number(nextExpectedRevision) });
  }
}
