import { jsonEvent, NO_STREAM } from '@eventstore/db-client';
import pLimit from 'p-limit';
import { z } from 'zod';
import { keyOf, sortByLog, type Work } from '#/ledger/checkpoints/checkpoints.ts';
import { parseAs, revisionOf, typeOf, type WireEvent } from './content.ts';
import { readFailure, verdictOf } from './failures.ts';
import type { Names } from './names.ts';
import { QueueNames, type NamedQueue } from './queue-names.ts';
import type { Reader } from './reader.ts';
import { retryConflicts, type WriterOutsideLog } from './writer-outside-log.ts';
import { position, workSchema } from './work-event.ts';

const QUEUED = 'WorkQueued';
const DEQUEUED = 'WorkDequeued';

const READS_AT_ONCE = 16;

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

/** Returns the first event about work that is still queued: the events before it can be hidden. */
const findFirstNeeded = (events: readonly WireEvent[], queued: ReadonlyMap<string, Work>) =>
  events.find(
    (event) => typeOf(event) === QUEUED && queued.has(keyOfWork(parseAs(workSchema, event))),
  );

/**
 * Queues of work, each in a stream outside the log. Two types of event say what is in a queue: `WorkQueued` and `WorkDequeued`. Each event
 * is appended with the revision that its writer has read as the expected one, so that the server refuses an event that arrives late.
 */
export class QueueStreams {
  readonly #writer: WriterOutsideLog;
  readonly #names: Names;
  readonly #queueNames: QueueNames;
  readonly #reader: Pick<Reader, 'lastOfStream' | 'readShown'>;

  constructor(dependencies: {
    readonly writer: WriterOutsideLog;
    readonly names: Names;
    readonly reader: Reader;
  }) {
    this.#writer = dependencies.writer;
    this.#names = dependencies.names;
    this.#queueNames = new QueueNames(dependencies);
    this.#reader = dependencies.reader;
  }

  /**
   * Lists the queues that have work. Removes the names of the others, which a crash or an earlier release left.
   * @param unnamed queues that may have work and no name
   */
  async listNames(unnamed: readonly string[]): Promise<readonly string[]> {
    const namedQueues = Map.groupBy(await this.#queueNames.list(), ({ queue }) => queue);
    const limit = pLimit(READS_AT_ONCE);
    const queues = [...new Set([...namedQueues.keys(), ...unnamed])];
    const read = await Promise.all(
      queues.map((queue) => limit(() => this.#readQueue(queue, namedQueues.get(queue) ?? []))),
    );
    const ended = read.flatMap(({ queue, through, isEnded }) =>
      isEnded ? [{ queue, through }] : [],
    );
    if (ended.length > 0) await this.#queueNames.end(ended);
    return read.flatMap(({ queue, hasWork }) => (hasWork ? [queue] : []));
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
      const queued = await this.#queuedBefore(queue, works, last);
      const distinct = new Map(works.map((work) => [keyOfWork(work), work]));
      const added = [...distinct].filter(([key]) => !queued.has(key));
      if (added.length === 0) return;
      const end = last ? BigInt(last.getStreamRevision()) : actual;
      if (queued.size === 0) {
        const from = end === 'no_stream' ? 0 : Number(end) + 1;
        await this.#queueNames.begin({ queue, from });
      }
      // New ids for each attempt: the same work may have been queued and dequeued before, and the server would take equal ids for a
      // repetition.
      const events = added.map(([, work]) => jsonEvent({ type: QUEUED, data: { ...work } }));
      await this.#writer.append(stream, events, end);
    });
  }

  async remove(queue: string, works: readonly Work[]): Promise<void> {
    const stream = this.#streamOf(queue);
    await retryConflicts(async () => {
      const events = await this.#reader.readShown(stream);
      const [first, last] = [events[0], events.at(-1)];
      if (first === undefined || last === undefined) return;
      const queued = new Map(foldQueue(events));
      const done = works.filter((work) => queued.delete(keyOfWork(work)));
      if (done.length > 0) await this.#addDequeued(stream, done, last);
      const needed = findFirstNeeded(events, queued);
      const end = revisionOf(last) + (done.length > 0 ? 1 : 0);
      // The last event stays shown, because its revision says where the queue begins again.
      const truncateBefore = needed ? revisionOf(needed) : end;
      // The truncation may arrive late and show hidden events again; among these are the ones that say which work is done.
      if (truncateBefore > revisionOf(first)) await this.#writer.limit(stream, { truncateBefore });
      if (done.length > 0 && queued.size === 0)
        await this.#queueNames.end([{ queue, through: end }]);
    });
  }

  /** @returns the revision of the new event */
  async #addDequeued(
    stream: string,
    works: readonly Work[],
    last: WireEvent | undefined,
  ): Promise<number> {
    const done = works.map(({ policy, position: at }) => ({ policy, position: at }));
    const event = jsonEvent({ type: DEQUEUED, data: { works: done } });
    const expected = last ? BigInt(last.getStreamRevision()) : NO_STREAM;
    return Number((await this.#writer.append(stream, event, expected)).nextExpectedRevision);
  }

  async #readQueue(queue: string, named: readonly NamedQueue[]) {
    const events = await this.#reader.readShown(this.#streamOf(queue));
    const hasWork = foldQueue(events).size > 0;
    const last = events.at(-1);
    const end = last ? revisionOf(last) : -1;
    const isBegun = !hasWork && named.some(({ from }) => from > end);
    const through = isBegun ? await this.#refuseFirst(queue, last) : end;
    const isEnded = !hasWork && named.some(({ from }) => from <= through);
    return { queue, hasWork, through, isEnded };
  }

  /**
   * Writes an event without effect (no work is done) to a queue that has a name and no work. The server then refuses the first work of the
   * process that wrote the name: that process died, or names the queue again.
   * @returns the last revision of the queue
   */
  async #refuseFirst(queue: string, last: WireEvent | undefined): Promise<number> {
    try {
      return await this.#addDequeued(this.#streamOf(queue), [], last);
    } catch (error) {
      if (verdictOf(error) === 'wrong-expected') return last ? revisionOf(last) : -1;
      throw readFailure(error);
    }
  }

  /** Returns the keys of the work with which added work must be compared; empty only if the queue is empty. */
  async #queuedBefore(
    queue: string,
    works: readonly Work[],
    last: WireEvent | undefined,
  ): Promise<ReadonlySet<string>> {
    if (last === undefined) return new Set();
    // Work is usually added in the order of the log; other work is compared with the whole queue.
    const end = typeOf(last) === QUEUED ? keyOfWork(parseAs(workSchema, last)) : undefined;
    if (end !== undefined && works.every((work) => keyOfWork(work) > end)) return new Set([end]);
    return new Set((await this.list(queue)).map(keyOfWork));
  }

  #streamOf(queue: string): string {
    return this.#names.streamOutsideLog(`queue.${queue}`);
  }
}
