import { randomUUID } from 'node:crypto';
import type { Appended, NewEvent } from '#/ledger/event-store.ts';
import type { EventLog } from './event-log.ts';
import type { ProposedEvent } from './stored-event.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { createKeyedLock } from '#/ledger/concurrency/keyed-lock.ts';
import { EventIdTaken } from '#/ledger/stores/append-request.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { checkCommit } from './check-commit.ts';
import { isTombstoned } from './event-log.ts';
import { keep, storedStreamName, TOMBSTONE } from './stored-event.ts';
import { RecentIds } from './recent-ids.ts';
import {
  isMetastream,
  metastreamOf,
  originalOf,
  reviveMetadata,
  softDeletion,
} from './stream-metadata.ts';

export type Expectation = 'any' | 'no_stream' | 'stream_exists' | bigint;

export interface WriteResult {
  /** Revision of the last event; -1 when nothing was written to a stream without events. */
  readonly revision: bigint;
  /** Undefined for a duplicate in a stream that was deleted since. */
  readonly ordinal: number | undefined;
}

export class WrongExpectedRevision extends Error {
  readonly expected: Expectation;
  /** -1 for a stream without events. */
  readonly current: bigint;

  constructor(expected: Expectation, current: bigint) {
    super(`expected ${expected}, is at ${current}`);
    this.name = 'WrongExpectedRevision';
    this.expected = expected;
    this.current = current;
  }
}

export class StreamIsDeleted extends Error {
  constructor(stream: string) {
    super(stream);
    this.name = 'StreamIsDeleted';
  }
}

const METADATA = '$metadata';

const metadataEvent = (data: Uint8Array): ProposedEvent => ({
  id: randomUUID(),
  type: METADATA,
  isJson: true,
  data,
  metadata: new Uint8Array(),
});

const writtenOf = ({ revision, position }: Appended): WriteResult => ({
  revision: BigInt(revision),
  ordinal: ordinalOf(position),
});

/** Writes as the server does, with its checks, idempotency and deletions; one write at a time per stream. */
export class StreamWriter {
  readonly #log: EventLog;
  readonly #lock = createKeyedLock();
  readonly #recent = new RecentIds();

  constructor(log: EventLog) {
    this.#log = log;
  }

  /**
   * Appends as the server does.
   * @throws WrongExpectedRevision
   * @throws StreamIsDeleted
   * @throws AppendError of the store that keeps the double's events, except `wrong-expected`
   */
  append(
    stream: string,
    expected: Expectation,
    events: readonly ProposedEvent[],
  ): Promise<WriteResult> {
    return this.#lock(stream, () => this.#append(stream, expected, events));
  }

  /** Hides all events. A later append shows the stream again, from the new events on; revisions continue. */
  async softDelete(stream: string, expected: Expectation): Promise<WriteResult> {
    return this.#lock(stream, async () => {
      const before = await this.#before(stream, expected);
      const metadata = await this.#log.tail(metastreamOf(stream));
      const neverWas = before === -1n && metadata.last === -1n;
      if (neverWas) throw new WrongExpectedRevision(expected, before);
      return this.#writeMetadata(stream, softDeletion());
    });
  }

  /** Closes the stream for ever. */
  async tombstone(stream: string, expected: Expectation): Promise<WriteResult> {
    return this.#lock(stream, async () => {
      const tombstone: ProposedEvent = {
        id: randomUUID(),
        type: TOMBSTONE,
        isJson: false,
        data: new Uint8Array(),
        metadata: new Uint8Array(),
      };
      for (;;) {
        const before = await this.#before(stream, expected);
        const event = keep(stream, tombstone, { isTombstone: true });
        const appended = await this.#commit(stream, before, [event]);
        if (appended === undefined) continue;
        return writtenOf(appended);
      }
    });
  }

  async #before(stream: string, expected: Expectation): Promise<bigint> {
    const check = { stream, expected, ids: [randomUUID()], recent: this.#recent };
    const decision = await checkCommit(this.#log, check);
    if (decision.kind === 'deleted') throw new StreamIsDeleted(stream);
    if (decision.kind !== 'ok') throw new WrongExpectedRevision(expected, decision.current);
    return decision.before;
  }

  async #append(
    stream: string,
    expected: Expectation,
    events: readonly ProposedEvent[],
  ): Promise<WriteResult> {
    const ids = events.map(({ id }) => id);
    for (;;) {
      const decision = await checkCommit(this.#log, {
        stream,
        expected,
        ids,
        recent: this.#recent,
      });
      if (decision.kind === 'deleted') throw new StreamIsDeleted(stream);
      if (decision.kind === 'wrong') throw new WrongExpectedRevision(expected, decision.current);
      if (decision.kind === 'repeated') return decision;
      const { before } = decision;
      if (events.length === 0) {
        if (decision.softDeleted) await this.#revive(stream, before + 1n);
        return { revision: before, ordinal: await this.#log.head() };
      }
      const appended = await this.#commitEvents(stream, before, events);
      // Another writer of the store was faster: decide again.
      if (appended === undefined) continue;
      this.#recent.add(stream, ids, writtenOf(appended));
      if (decision.softDeleted) await this.#revive(stream, before + 1n);
      await this.#reviveOriginal(stream, decision.originalSoftDeleted);
      return writtenOf(appended);
    }
  }

  /** Gives events new ids if theirs are already in the log: the server accepts an id twice, our port does not. */
  async #commitEvents(
    stream: string,
    before: bigint,
    events: readonly ProposedEvent[],
  ): Promise<Appended | undefined> {
    const withNewIds = () => events.map((event) => keep(stream, event, { id: randomUUID() }));
    const isTwice = new Set(events.map(({ id }) => id)).size < events.length;
    const plain = isTwice ? withNewIds() : events.map((event) => keep(stream, event));
    try {
      return await this.#commit(stream, before, plain);
    } catch (error) {
      if (!(error instanceof EventIdTaken)) throw error;
      return this.#commit(stream, before, withNewIds());
    }
  }

  /** Returns undefined when the stream is no longer at the expected revision. */
  async #commit(
    stream: string,
    before: bigint,
    events: readonly NewEvent[],
  ): Promise<Appended | undefined> {
    try {
      const expected = before === -1n ? 'no_stream' : Number(before);
      const appended = await this.#log.store.append(storedStreamName(stream), events, { expected });
      const last = events.at(-1);
      if (last !== undefined) this.#log.cacheTail(stream, last, appended);
      return appended;
    } catch (error) {
      if (!(error instanceof AppendError) || error.failure.kind !== 'wrong-expected') throw error;
      this.#log.forget(stream);
      return undefined;
    }
  }

  async #revive(stream: string, from: bigint): Promise<void> {
    const { event } = await this.#log.tail(metastreamOf(stream));
    const data = reviveMetadata(event, from);
    if (data !== undefined) await this.#writeMetadata(stream, data);
  }

  /** Writes without the checks of `append`: the server's own writes revive no stream. */
  async #writeMetadata(stream: string, data: Uint8Array): Promise<WriteResult> {
    const metastream = metastreamOf(stream);
    for (;;) {
      const { last } = await this.#log.tail(metastream);
      const event = keep(metastream, metadataEvent(data));
      const appended = await this.#commit(metastream, last, [event]);
      if (appended !== undefined) return writtenOf(appended);
    }
  }

  async #reviveOriginal(stream: string, wasSoftDeleted: boolean): Promise<void> {
    if (!isMetastream(stream) || !wasSoftDeleted) return;
    const original = originalOf(stream);
    const tail = await this.#log.tail(original);
    if (isTombstoned(tail)) return;
    await this.#revive(original, tail.last + 1n);
  }
}
