import { ANY, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { z } from 'zod';
import { keyOf, sortByLog, type Work } from '#/ledger/checkpoints/checkpoints.ts';
import { typeOf, type WireEvent } from './content.ts';
import type { Names } from './names.ts';
import type { Reader } from './reader.ts';
import { retryConflicts, type UnloggedWriter } from './unlogged-writer.ts';
import { parseAs, position, workSchema } from './work-event.ts';

const QUEUED = 'WorkQueued';
const DEQUEUED = 'WorkDequeued';
const QUEUE_NAMED = 'QueueNamed';

const queueSchema = z.object({ queue: z.string() });
const dequeuedSchema = z.object({ works: z.array(z.object({ policy: z.string(), position })) });

const keyOfWork = ({ policy, position: at }: Pick<Work, 'policy' | 'position'>): string =>
  keyOf({ policy, position: at });

/** Work that was queued twice is in the queue once. */
const foldQueue = (events: readonly WireEvent[]): ReadonlyMap<string, Work> => {
  const queued = new Map<string, Work>();
  for (const event of events) {
    if (typeOf(event) === DEQUEUED) {
      for (const done of parseAs(dequeuedSchema, event).works) queued.delete(keyOfWork(done));
    } else {
      const work = parseAs(workSchema, event);
      queued.set(keyOfWork(work), work);
    }
  }
  return queued;
};

/** The first event that says something about work that is still queued: what is before it can be hidden. */
const firstNeeded = (events: readonly WireEvent[], queued: ReadonlyMap<string, Work>) =>
  events.find(
    (event) => typeOf(event) === QUEUED && queued.has(keyOfWork(parseAs(workSchema, event))),
  );

/**
 * Queues of work, each in a stream outside the log. Two events say what is in a queue: `WorkQueued` and `WorkDequeued`. Each is written
 * only after the events that its writer has read, so that the server refuses one that arrives late.
 */
export class QueueStreams {
  readonly #writer: UnloggedWriter;
  readonly #names: Names;
  readonly #reader: Pick<Reader, 'lastOfStream' | 'readShown'>;

  constructor({
    writer,
    names,
    reader,
  }: {
    readonly writer: UnloggedWriter;
    readonly names: Names;
    readonly reader: Reader;
  }) {
    this.#writer = writer;
    this.#names = names;
    this.#reader = reader;
  }

  /** The queues that began, also those whose work is done. */
  async listNames(): Promise<readonly string[]> {
    const events = await this.#reader.readShown(this.#namesStream);
    return events.map((event) => parseAs(queueSchema, event).queue);
  }

  /** In the order of the log. */
  async list(queue: string): Promise<readonly Work[]> {
    const events = await this.#reader.readShown(this.#streamOf(queue));
    return sortByLog(foldQueue(events).values());
  }

  async add(queue: string, works: readonly Work[]): Promise<void> {
    const stream = this.#streamOf(queue);
    await retryConflicts(async (actual) => {
      const last = await this.#reader.lastOfStream(stream);
      const added = await this.#withoutQueued(queue, works, last);
      if (added.length === 0) return;
      // The name is written first, so that a crash leaves no work without a name.
      if (last === undefined && actual === NO_STREAM) await this.#addName(queue);
      // New ids for each attempt: events that are dequeued may have the same work, and the server would take equal ids for written.
      const events = added.map((work) => jsonEvent({ type: QUEUED, data: { ...work } }));
      await this.#writer.append(stream, events, last ? BigInt(last.getStreamRevision()) : actual);
    });
  }

  async remove(queue: string, works: readonly Work[]): Promise<void> {
    const stream = this.#streamOf(queue);
    await retryConflicts(async () => {
      const events = await this.#reader.readShown(stream);
      const last = events.at(-1);
      if (last === undefined) return;
      const queued = new Map(foldQueue(events));
      const done = works.filter((work) => queued.delete(keyOfWork(work)));
      if (done.length > 0) await this.#addDequeued(stream, done, last);
      const needed = firstNeeded(events, queued);
      const end = Number(last.getStreamRevision()) + (done.length > 0 ? 2 : 1);
      const truncateBefore = needed ? Number(needed.getStreamRevision()) : end;
      // It may arrive late and show events again that were hidden: these include the ones that say which work is done.
      if (needed !== events[0]) await this.#writer.limit(stream, { truncateBefore });
    });
  }

  async #addDequeued(stream: string, works: readonly Work[], last: WireEvent): Promise<void> {
    const done = works.map(({ policy, position: at }) => ({ policy, position: at }));
    const event = jsonEvent({ type: DEQUEUED, data: { works: done } });
    await this.#writer.append(stream, event, BigInt(last.getStreamRevision()));
  }

  async #addName(queue: string): Promise<void> {
    if ((await this.listNames()).includes(queue)) return;
    const event = jsonEvent({ type: QUEUE_NAMED, data: { queue } });
    await this.#writer.append(this.#namesStream, event, ANY);
  }

  async #withoutQueued(
    queue: string,
    works: readonly Work[],
    last: WireEvent | undefined,
  ): Promise<readonly Work[]> {
    const once = [...new Map(works.map((work) => [keyOfWork(work), work])).values()];
    if (last === undefined) return once;
    // Work is usually added in the order of the log; other work is compared with the whole queue.
    const end = typeOf(last) === QUEUED ? keyOfWork(parseAs(workSchema, last)) : undefined;
    if (end !== undefined && once.every((work) => keyOfWork(work) > end)) return once;
    const queued = new Set((await this.list(queue)).map(keyOfWork));
    return once.filter((work) => !queued.has(keyOfWork(work)));
  }

  get #namesStream(): string {
    return this.#names.streamOutsideLog('queues');
  }

  #streamOf(queue: string): string {
    return this.#names.streamOutsideLog(`queue.${queue}`);
  }
}
