import { ANY, jsonEvent, NO_STREAM, type EventStoreDBClient } from '@eventstore/db-client';
import { z } from 'zod';
import {
  sortByLog,
  type Checkpoints,
  type Parked,
  type Reached,
} from '#/ledger/checkpoints/checkpoints.ts';
import type { Position, Revision } from '#/ledger/event-store.ts';
import { within } from '#/ledger/concurrency/within.ts';
import { waitUntilReached } from './client.ts';
import { dataOf, typeOf, type WireEvent } from './content.ts';
import { readFailure, Unanswered, verdictOf } from './failures.ts';
import type { Names } from './names.ts';
import type { Reader } from './reader.ts';

const TIMEOUT_MS = 4_000;
const CONFLICT_RETRIES = 5;

const SAVED = 'CheckpointSaved';
const PARKED = 'EventParked';
const UNPARKED = 'EventUnparked';

// Only this file writes these events, so the text is always a valid position.
const position = z.string().transform((text) => text as Position);
const savedSchema = z.object({ position: z.string().transform((text) => text as Reached) });
const namedSchema = z.object({ policy: z.string(), position });
const parkedSchema = namedSchema.extend({
  stream: z.string(),
  revision: z.number(),
  failure: z.string(),
});

const keyOf = ({ policy, position: at }: Pick<Parked, 'policy' | 'position'>) => `${policy} ${at}`;

const parseAs = <Schema extends z.ZodType>(schema: Schema, event: WireEvent): z.output<Schema> =>
  schema.parse(JSON.parse(dataOf(event)));

const foldParked = (events: readonly WireEvent[]): ReadonlyMap<string, Parked> => {
  const parked = new Map<string, Parked>();
  for (const event of events) {
    if (typeOf(event) === UNPARKED) parked.delete(keyOf(parseAs(namedSchema, event)));
    else {
      const it = parseAs(parkedSchema, event);
      parked.set(keyOf(it), it);
    }
  }
  return parked;
};

interface StoredCheckpoint {
  readonly position: Reached | undefined;
  readonly revision: Revision | typeof NO_STREAM;
}

/**
 * Checkpoints in streams of the same server, outside the categories of the log. Reads and subscriptions of the log are filtered by
 * category, so they never see these streams; and these streams, unlike those of the log, may be truncated. The server keeps only
 * the last event of each checkpoint; the stream of parked events is truncated once no event is parked.
 */
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

  async save(name: string, at: Reached): Promise<void> {
    for (let conflicts = 0; ; conflicts += 1) {
      const { position: last, revision } = this.#saved.get(name) ?? (await this.#read(name));
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

  async unpark({ policy, position: at }: Pick<Parked, 'policy' | 'position'>): Promise<void> {
    try {
      const event = jsonEvent({ type: UNPARKED, data: { policy, position: at } });
      await this.#send(this.#parkedStream, event, ANY);
      const events = await this.#reader.readShown(this.#parkedStream);
      const last = events.at(-1);
      if (last === undefined || foldParked(events).size > 0) return;
      const truncateBefore = Number(last.getStreamRevision()) + 1;
      await this.#limit(this.#parkedStream, { truncateBefore });
    } catch (error) {
      throw readFailure(error);
    }
  }

  async listParked(): Promise<readonly Parked[]> {
    const events = await this.#reader.readShown(this.#parkedStream);
    return sortByLog(foldParked(events).values());
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
    event: ReturnType<typeof jsonEvent>,
    expectedRevision: bigint | 'any' | 'no_stream',
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
  #within<Answer>(write: () => Promise<Answer>): Promise<Answer> {
    const sent = waitUntilReached(this.#client).then(write);
    return within(TIMEOUT_MS, sent, () => {
      throw new Unanswered(TIMEOUT_MS);
    });
  }
}
