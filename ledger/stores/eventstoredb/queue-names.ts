import { ANY, jsonEvent } from '@eventstore/db-client';
import { z } from 'zod';
import { parseAs, revisionOf, typeOf, type WireEvent } from './content.ts';
import type { Names } from './names.ts';
import type { Reader } from './reader.ts';
import { shrink, type WriterOutsideLog } from './writer-outside-log.ts';

const NAMED = 'QueueNamed';
const ENDED = 'QueueEnded';

/** Most events of one append, which must not exceed the server's limit of 1 MiB. */
const ENDS_AT_ONCE = 500;

// Earlier releases did not write `from`: the queue may have begun with its first event.
const namedSchema = z.object({ queue: z.string(), from: z.number().default(-1) });
const endedSchema = z.object({ queue: z.string(), through: z.number() });

/** A queue that began with the event `from` of its stream. */
export type NamedQueue = z.output<typeof namedSchema>;

/** A queue that has no work after the event `through` of its stream. */
export type EndedQueue = z.output<typeof endedSchema>;

interface Needed {
  readonly named: NamedQueue;
  readonly revision: number;
}

/** The last name of each queue that has not ended since, in the order of the stream. A queue is named again only when it has no work. */
const listNeeded = (events: readonly WireEvent[]): readonly Needed[] => {
  const ended = new Map<string, number>();
  const last = new Map<string, Needed>();
  for (const event of events) {
    if (typeOf(event) === ENDED) {
      const { queue, through } = parseAs(endedSchema, event);
      ended.set(queue, Math.max(through, ended.get(queue) ?? through));
    } else {
      const named = parseAs(namedSchema, event);
      const before = last.get(named.queue)?.named.from ?? named.from;
      if (named.from < before) continue;
      last.delete(named.queue);
      last.set(named.queue, { named, revision: revisionOf(event) });
    }
  }
  return [...last.values()].filter(
    ({ named: { queue, from } }) => from > (ended.get(queue) ?? -Infinity),
  );
};

/**
 * The names of queues that may have work, in a stream outside the log. An event states by revisions of the queue's stream when the queue
 * began or ended, so that the events mean the same in whatever order they arrive.
 */
export class QueueNames {
  readonly #writer: WriterOutsideLog;
  readonly #stream: string;
  readonly #reader: Pick<Reader, 'readShown'>;

  constructor({
    writer,
    names,
    reader,
  }: {
    readonly writer: WriterOutsideLog;
    readonly names: Names;
    readonly reader: Reader;
  }) {
    this.#writer = writer;
    this.#stream = names.streamOutsideLog('queues');
    this.#reader = reader;
  }

  async list(): Promise<readonly NamedQueue[]> {
    return listNeeded(await this.#reader.readShown(this.#stream)).map(({ named }) => named);
  }

  /** Call it before the first work is added, so that a crash leaves no work without a name. */
  async begin(named: NamedQueue): Promise<void> {
    await this.#writer.append(this.#stream, jsonEvent({ type: NAMED, data: named }), ANY);
  }

  /** Notes that queues have no work. */
  async end(ended: readonly EndedQueue[]): Promise<void> {
    for (let from = 0; from < ended.length; from += ENDS_AT_ONCE) {
      const data = ended.slice(from, from + ENDS_AT_ONCE);
      const events = data.map((each) => jsonEvent({ type: ENDED, data: each }));
      await this.#writer.append(this.#stream, events, ANY);
    }
    const shown = await this.#reader.readShown(this.#stream);
    const needed = listNeeded(shown).map(({ named, revision }) => ({
      revision,
      again: jsonEvent({ type: NAMED, data: named }),
    }));
    await shrink(this.#writer, this.#stream, { shown, needed });
  }
}
