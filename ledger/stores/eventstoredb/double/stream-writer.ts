import { randomUUID } from 'node:crypto';
import type { Appended, NewEvent } from '#/ledger/event-store.ts';
import type { EventLog } from './event-log.ts';
import type { ProposedEvent } from './kept-event.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { createKeyedLock } from '#/ledger/keyed-lock.ts';
import { EventIdTaken } from '#/ledger/stores/append-request.ts';
import { ordinalOf } from '#/ledger/stores/decimal-position.ts';
import { checkCommit } from './check-commit.ts';
import { isTombstoned } from './event-log.ts';
import { keep, keptStream, TOMBSTONE } from './kept-event.ts';
import { RecentIds } from './recent-ids.ts';
import {
  isMetastream,
  metastreamOf,
  originalOf,
  revivedMetadata,
  softDeletion,
} from './stream-metadata.ts';

/** What a client believes of a stream. */
export type Expectation = 'any' | 'no_stream' | 'stream_exists' | bigint;

export interface Written {
  /** Of the last event; -1 when nothing was written to a stream without events. */
  readonly revision: bigint;
  /** Undefined of a repetition in a stream that was deleted since. */
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

/** The event type of stream metadata. */
const METADATA = '$metadata';

const metadataEvent = (data: Uint8Array): ProposedEvent => ({
  id: randomUUID(),
  type: METADATA,
  isJson: true,
  data,
  metadata: new Uint8Array(),
});

const written = ({ revision, position }: Appended): Written => ({
  revision: BigInt(revision),
  ordinal: ordinalOf(position),
});

/** Writes as the server does: its checks, its idempotency, its deletions; one writer a stream. */
export class StreamWriter {
  readonly #log: EventLog;
  readonly #lock = createKeyedLock();
  readonly #recent = new RecentIds();

  constructor(log: EventLog) {
    this.#log = log;
  }

  /**
   * @throws WrongExpectedRevision
   * @throws StreamIsDeleted
   * @throws AppendError of our store, but for `wrong-expected`
   */
  append(
    stream: string,
    expected: Expectation,
    events: readonly ProposedEvent[],
  ): Promise<Written> {
    return this.#lock(stream, () => this.#append(stream, expected, events));
  }

  /** Hides what there is; the stream may come back, and its revisions then go on. */
  async softDelete(stream: string, expected: Expectation): Promise<Written> {
    return this.#lock(stream, async () => {
      const before = await this.#before(stream, expected);
      const metadata = await this.#log.tail(metastreamOf(stream));
      const neverWas = before === -1n && metadata.last === -1n;
      if (neverWas) throw new WrongExpectedRevision(expected, before);
      return this.#writeMetadata(stream, softDeletion());
    });
  }

  /** Closes the stream for ever. */
  async tombstone(stream: string, expected: Expectation): Promise<Written> {
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
        return written(appended);
      }
    });
  }

  /** The stream's last revision, when a deletion may go on. */
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
  ): Promise<Written> {
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
      // Somebody else was faster, past this double: judge again.
      if (appended === undefined) continue;
      this.#recent.add(stream, ids, written(appended));
      if (decision.softDeleted) await this.#revive(stream, before + 1n);
      await this.#reviveOriginal(stream, decision.originalSoftDeleted);
      return written(appended);
    }
  }

  /** The server lets an id stand twice in its log; our port does not, and is given others. */
  async #commitEvents(
    stream: string,
    before: bigint,
    events: readonly ProposedEvent[],
  ): Promise<Appended | undefined> {
    const renamed = () => events.map((event) => keep(stream, event, { id: randomUUID() }));
    const isTwice = new Set(events.map(({ id }) => id)).size < events.length;
    const plain = isTwice ? renamed() : events.map((event) => keep(stream, event));
    try {
      return await this.#commit(stream, before, plain);
    } catch (error) {
      if (!(error instanceof EventIdTaken)) throw error;
      return this.#commit(stream, before, renamed());
    }
  }

  /** Undefined when the stream is not where it was. */
  async #commit(
    stream: string,
    before: bigint,
    events: readonly NewEvent[],
  ): Promise<Appended | undefined> {
    try {
      const expected = before === -1n ? 'no_stream' : Number(before);
      const appended = await this.#log.store.append(keptStream(stream), events, { expected });
      const last = events.at(-1);
      if (last !== undefined) this.#log.appended(stream, last, appended);
      return appended;
    } catch (error) {
      if (!(error instanceof AppendError) || error.failure.kind !== 'wrong-expected') throw error;
      this.#log.forget(stream);
      return undefined;
    }
  }

  /** A soft-deleted stream that is written to shows what comes from there on. */
  async #revive(stream: string, from: bigint): Promise<void> {
    const { event } = await this.#log.tail(metastreamOf(stream));
    const data = revivedMetadata(event, from);
    if (data !== undefined) await this.#writeMetadata(stream, data);
  }

  /** Past the checks: what the server itself writes brings nothing back to life. */
  async #writeMetadata(stream: string, data: Uint8Array): Promise<Written> {
    const metastream = metastreamOf(stream);
    for (;;) {
      const { last } = await this.#log.tail(metastream);
      const event = keep(metastream, metadataEvent(data));
      const appended = await this.#commit(metastream, last, [event]);
      if (appended !== undefined) return written(appended);
    }
  }

  /** So does one whose metadata is written while it is soft-deleted. */
  async #reviveOriginal(stream: string, wasSoftDeleted: boolean): Promise<void> {
    if (!isMetastream(stream) || !wasSoftDeleted) return;
    const original = originalOf(stream);
    const tail = await this.#log.tail(original);
    if (isTombstoned(tail)) return;
    await this.#revive(original, tail.last + 1n);
  }
}
