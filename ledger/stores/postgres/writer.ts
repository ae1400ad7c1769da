import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Backoff } from '#/domain/values/backoff.ts';
import type { Appended, Expected, NewEvent, Recorded } from '#/ledger/event-store.ts';
import type { RecordedRevisions, Head } from './log-tables.ts';
import { isReadOnly } from '#/ledger/database/database-away.ts';
import { type Revision, AppendError, LogRewound } from '#/ledger/event-store.ts';
import {
  type AppendLimits,
  ABSENT,
  expectedOf,
  measureAppend,
  revisionOf,
} from '#/ledger/stores/append-request.ts';
import { backOff } from '#/ledger/concurrency/backoff.ts';
import { AppendQueue } from './append-queue.ts';
import type { KnownCopy } from './known-copy.ts';
import { readHead, readRanges, readRevisions, writeEvents } from './log-tables.ts';
import { createNotStoredError, PendingAppend, unavailableError } from './pending.ts';
import { planFlush, type FlushPlan } from './plan-flush.ts';
import { dropSession, isRolledBack, isUnwritable } from './session.ts';
import type { StoreHealth } from '#/ledger/stores/store-health.ts';
import { openWriterSession, type KnownLog, type WriterSession } from './writer-session.ts';

const KNOWN_STREAMS = 50_000;
const APPEND_TIMEOUT_MS = 10_000;
/** The pause after another writer took the position. */
const FENCED_PAUSE: Backoff = { firstMs: 5, longestMs: 5 };
const NOTHING: RecordedRevisions = { actual: ABSENT, ids: [], ordinal: undefined };

const now = (): string => new Date().toISOString();

export interface WriterOptions {
  readonly connectionString: string;
  readonly maximumQueue: number;
  readonly copy: KnownCopy;
  readonly limits: AppendLimits | undefined;
  readonly onHealth: (health: StoreHealth) => void;
  /** Called with the events of every flush, in order, once it is committed. */
  readonly onWritten: (events: readonly Recorded[]) => void;
  /**
   * Called with each new connection of the writer.
   * @param lineage the copy of the log to which it leads
   * @param isRewound whether that copy may lack events that this process has seen
   */
  readonly onConnected: (lineage: string, isRewound: boolean) => void;
}

/** Writes appends. Those that queue up while a flush commits form the next flush. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #name = randomUUID();
  /** The last revision of each stream, as far as this process has read or written it. */
  readonly #revisions = new LRUCache<string, Revision>({ max: KNOWN_STREAMS });
  readonly #queue: AppendQueue;
  #session: WriterSession | undefined;
  /** What this process had seen of the log when its last session was lost. */
  #lastSeen: KnownLog | undefined;
  #work: Promise<void> | undefined;
  readonly #closing = new AbortController();

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#queue = new AppendQueue(options.maximumQueue);
  }

  /** @throws when the database cannot be reached now; lost connections are opened again */
  async open(): Promise<void> {
    await this.#connect();
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    options: { readonly expected: Expected; readonly timeoutMs?: number },
  ): Promise<Appended> {
    const { expected, timeoutMs = APPEND_TIMEOUT_MS } = options;
    const bytes = measureAppend(stream, events, expected, this.#options.limits);
    if (this.#closing.signal.aborted || this.#queue.isFull()) throw unavailableError();
    const before = revisionOf(expected);
    const append = new PendingAppend({ stream, events, before }, { bytes, timeoutMs });
    this.#queue.add(append);
    this.#wake();
    return append.answer;
  }

  /** Writes queued appends, or refuses them when the database is unavailable. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#work;
    await this.#session?.client.end();
  }

  /** Replaces the writer's connection, which may lead to a former copy of the log. */
  reconnect(cause: unknown): void {
    if (this.#session !== undefined) this.#lose(this.#session, cause);
  }

  shareLock(writer: string): void {
    if (writer === this.#name) return;
    this.#session?.lock.startSharing();
    this.#releaseIfIdle();
  }

  #wake(): void {
    this.#work ??= this.#run();
  }

  async #run(): Promise<void> {
    // Appends made at the same time go into one flush.
    await Promise.resolve();
    while (!this.#queue.isEmpty || this.#session === undefined) {
      const session = this.#session ?? (await this.#reconnect());
      if (session === undefined) break;
      const batch = this.#queue.takeFlush();
      try {
        this.#queue.putBack(await this.#flush(session, batch, false));
      } catch (error) {
        if (isRolledBack(error)) batch.forEach((append) => append.giveUp(error));
        if (!isRolledBack(error) || isReadOnly(error)) this.#lose(session, error);
        this.#queue.putBack(batch.filter(({ settled }) => !settled));
      }
    }
    this.#work = undefined;
    // Keep the lock for one turn of the event loop: callers that were just answered may append more.
    setImmediate(() => this.#releaseIfIdle());
  }

  /**
   * One bad append must not harm the others: a refused flush is tried again with revisions read again (`careful`), and then append by
   * append.
   * @returns the appends that are still to be written
   */
  async #flush(
    session: WriterSession,
    batch: readonly PendingAppend[],
    careful: boolean,
  ): Promise<readonly PendingAppend[]> {
    try {
      return await this.#attempt(session, batch, careful);
    } catch (error) {
      if (!isUnwritable(error)) throw error;
      if (!careful) return this.#flush(session, batch, true);
      const [append, ...others] = batch;
      if (append === undefined) return [];
      if (others.length > 0) {
        const remaining: PendingAppend[] = [];
        for (const single of batch) remaining.push(...(await this.#flush(session, [single], true)));
        return remaining;
      }
      append.fail(createNotStoredError(append.stream, error));
      return [];
    }
  }

  async #attempt(
    session: WriterSession,
    batch: readonly PendingAppend[],
    careful: boolean,
  ): Promise<readonly PendingAppend[]> {
    try {
      if (!session.lock.isHeld) this.#moveHead(session, await session.lock.acquire());
      await this.#readRevisions(session, batch, careful);
      const plan = planFlush(batch, session.head, (stream) => this.#revisions.get(stream), now());
      if (await this.#write(session, plan)) {
        return [...(await this.#answerMismatched(session, plan.mismatched)), ...plan.deferred];
      }
      if (session.lock.isHeld) this.#moveHead(session, await readHead(session.client));
      else await backOff(0, { range: FENCED_PAUSE });
      return batch;
    } finally {
      session.lock.releaseIfDue();
    }
  }

  #releaseIfIdle(): void {
    if (this.#work === undefined) this.#session?.lock.releaseIfShared();
  }

  /** Adopts the head that was read. If it differs, another process writes too, and from now on the two take turns with the lock. */
  #moveHead(session: WriterSession, head: Head): void {
    if (head.ordinal === session.head.ordinal) return;
    session.head = head;
    this.#revisions.clear();
    session.lock.startSharing();
  }

  /**
   * Reads the revisions that are not cached. An append to a new stream needs no read: if the stream exists, a unique key refuses the flush.
   */
  async #readRevisions(
    session: WriterSession,
    batch: readonly PendingAppend[],
    careful: boolean,
  ): Promise<void> {
    if (careful) this.#revisions.clear();
    const unknown = new Set<string>();
    for (const { stream, before } of batch) {
      const isAssumedAbsent = before === ABSENT && !careful;
      if (!isAssumedAbsent && this.#revisions.get(stream) === undefined) unknown.add(stream);
    }
    if (unknown.size === 0) return;
    const streams = [...unknown];
    const revisions = await readRevisions(session.client, streams);
    streams.forEach((stream, index) => this.#revisions.set(stream, revisions[index] ?? ABSENT));
  }

  /** Returns false, having written nothing, when another writer moved the head. */
  async #write(session: WriterSession, plan: FlushPlan): Promise<boolean> {
    if (plan.events.length === 0) return true;
    const certain = plan.accepted.filter(({ append }) => !append.inDoubt);
    const setDoubt = (inDoubt: boolean): void => {
      for (const { append } of certain) append.inDoubt = inDoubt;
    };
    setDoubt(true);
    try {
      if (!(await writeEvents(session.client, session.head, plan.events))) {
        setDoubt(false);
        return false;
      }
    } catch (error) {
      if (isRolledBack(error)) setDoubt(false);
      throw error;
    }
    session.head = plan.head;
    for (const [stream, revision] of plan.moved) this.#revisions.set(stream, revision);
    this.#options.onWritten(plan.events);
    for (const { append, ordinal } of plan.accepted) append.succeed(ordinal, false);
    return true;
  }

  /** Reads the log before an append is refused. Returns the appends whose mismatch came from a stale cache. */
  async #answerMismatched(
    session: WriterSession,
    mismatched: readonly PendingAppend[],
  ): Promise<readonly PendingAppend[]> {
    if (mismatched.length === 0) return [];
    const ranges = await readRanges(session.client, mismatched);
    return mismatched.filter((append, index) => {
      const { actual, ids, ordinal } = ranges[index] ?? NOTHING;
      this.#revisions.set(append.stream, actual);
      if (actual === append.before) return true;
      if (ordinal !== undefined && append.events.every(({ id }, n) => id === ids[n])) {
        append.succeed(ordinal, true);
      } else {
        append.fail(new AppendError({ kind: 'wrong-expected', actual: expectedOf(actual) }));
      }
      return false;
    });
  }

  async #connect(): Promise<WriterSession> {
    const { connectionString, onHealth, onConnected } = this.#options;
    const { session, isRewound } = await openWriterSession({
      connectionString,
      name: this.#name,
      known: this.#lastSeen,
      onLost: (client, cause) => {
        if (this.#session?.client === client) this.#lose(this.#session, cause);
      },
    });
    onConnected(session.lineage, isRewound);
    // Queued appends may have been decided on events that the log has lost, so their callers must decide again.
    if (isRewound) this.#queue.takeAll().forEach((append) => append.giveUp(new LogRewound()));
    this.#revisions.clear();
    this.#session = session;
    onHealth({ part: 'writer', state: 'connected' });
    return session;
  }

  /** Retries until connected; returns undefined, with every append answered, when the store closes first. */
  async #reconnect(): Promise<WriterSession | undefined> {
    const { signal } = this.#closing;
    let failure: unknown;
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      await backOff(attempt, { signal });
      try {
        return await this.#connect();
      } catch (error) {
        failure = error;
      }
    }
    for (const append of this.#queue.takeAll()) append.giveUp(failure);
    return undefined;
  }

  #lose(session: WriterSession, cause: unknown): void {
    dropSession(session.client);
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#lastSeen = { lineage: session.lineage, seen: this.#options.copy.laterOf(session.head) };
    if (this.#closing.signal.aborted) return;
    this.#options.onHealth({ part: 'writer', state: 'lost', cause });
    this.#wake();
  }
}
