import { jsonEvent, NO_STREAM, type EventStoreDBClient } from '@eventstore/db-client';
import { z } from 'zod';
import {
  listHeld,
  type Checkpoints,
  type Parked,
  type ParkedName,
  type Reached,
  type SavedFrom,
  type Work,
} from '#/ledger/checkpoints/checkpoints.ts';
import { LogRewound, type Revision } from '#/ledger/event-store.ts';
import { parseAs, revisionOf } from './content.ts';
import type { Names } from './names.ts';
import { ParkedStream } from './parked-stream.ts';
import { QueueStreams } from './queue-streams.ts';
import type { Reader } from './reader.ts';
import { retryConflicts, WriterOutsideLog } from './writer-outside-log.ts';

const SAVED = 'CheckpointSaved';

const savedSchema = z.object({ position: z.string().transform((text) => text as Reached) });
interface StoredCheckpoint {
  readonly position: Reached | undefined;
  readonly revision: Revision | typeof NO_STREAM;
}

/** Checkpoints in streams outside the log, which, unlike those of the log, may be truncated. */
export class EventStoreDbCheckpoints implements Checkpoints {
  readonly #writer: WriterOutsideLog;
  readonly #parked: ParkedStream;
  readonly #queues: QueueStreams;
  readonly #names: Names;
  readonly #reader: Pick<Reader, 'lastOfStream'>;
  /** By name, what this process saved or read last. */
  readonly #saved = new Map<string, StoredCheckpoint>();

  constructor(
    client: EventStoreDBClient,
    { names, reader }: { readonly names: Names; readonly reader: Reader },
  ) {
    this.#writer = new WriterOutsideLog(client);
    this.#parked = new ParkedStream({ writer: this.#writer, names, reader });
    this.#queues = new QueueStreams({ writer: this.#writer, names, reader });
    this.#names = names;
    this.#reader = reader;
  }

  async load(name: string): Promise<Reached | undefined> {
    return (await this.#read(name)).position;
  }

  async save(name: string, at: Reached, { since = '' }: SavedFrom = {}): Promise<void> {
    await retryConflicts(async () => {
      const { position: last, revision } = this.#saved.get(name) ?? (await this.#read(name));
      if ((last ?? '') < since) throw new LogRewound();
      if (last !== undefined && last >= at) return;
      // After an append that fails, this process does not know which position is stored.
      this.#saved.delete(name);
      await this.#append(name, at, revision);
    });
  }

  async park(work: Parked): Promise<void> {
    await this.#parked.add(work);
  }

  async unpark(work: ParkedName): Promise<void> {
    await this.#parked.remove(work);
  }

  async listParked(): Promise<readonly Parked[]> {
    return this.#parked.list();
  }

  async enqueue(queue: string, works: readonly Work[]): Promise<boolean> {
    await this.#queues.add(queue, works);
    return (await this.listParked()).some(({ holds }) => holds === queue);
  }

  async listQueues(): Promise<readonly string[]> {
    // Queues of earlier releases have no name on record, but the failed work that holds a queue names it.
    return this.#queues.listNames(listHeld(await this.listParked()));
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

  #streamOf(name: string): string {
    return this.#names.streamOutsideLog(`checkpoint.${name}`);
  }

  async #read(name: string): Promise<StoredCheckpoint> {
    const event = await this.#reader.lastOfStream(this.#streamOf(name));
    const saved: StoredCheckpoint = event
      ? { ...parseAs(savedSchema, event), revision: revisionOf(event) }
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
