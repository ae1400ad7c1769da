import type {
  Appended,
  EventStore,
  Expected,
  NewEvent,
  Recorded,
  Revision,
} from '#/ledger/event-store.ts';
import type { AppendLimits } from './append-request.ts';
import {
  guardCheckpoints,
  createMemoryCheckpoints,
  isSameEvent,
  type Checkpoints,
} from '#/ledger/checkpoints/checkpoints.ts';
import { CHAIN_START, chainHash } from '#/ledger/audit/hash.ts';
import { AppendError, requireStreamName } from '#/ledger/event-store.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { EventIdTaken, expectedOf, measureAppend, revisionOf } from './append-request.ts';
import { decimalPosition, ordinalOf } from './decimal-position.ts';
import { NewPositionSignal, tail } from './tail.ts';

type ReadAllOptions = Parameters<EventStore['readAll']>[0];
type SubscribeOptions = Parameters<EventStore['subscribe']>[0];

export interface MemoryStoreOptions {
  readonly limits?: AppendLimits;
  /** The log's clock; this machine's by default. */
  readonly now?: () => string;
  /** `log`: an event id may be recorded once in the whole log. `stream`: as on EventStoreDB, once in a stream. */
  readonly idsUniqueIn?: 'log' | 'stream';
  readonly checkpoints?: Checkpoints;
}

const laterOf = (a: string, b: string): string => (a > b ? a : b);

class MemoryStore implements EventStore {
  readonly checkpoints: Checkpoints;
  readonly #log: Recorded[];
  readonly #streams = new Map<string, Recorded[]>();
  readonly #ids = new Set<string>();
  readonly #arrivals = new NewPositionSignal();
  readonly #closing = new AbortController();
  readonly #limits: AppendLimits | undefined;
  readonly #now: () => string;
  readonly #idsUniqueIn: 'log' | 'stream';

  constructor(
    log: Recorded[],
    {
      limits,
      now,
      idsUniqueIn = 'log',
      checkpoints = createMemoryCheckpoints(''),
    }: MemoryStoreOptions,
  ) {
    this.#log = log;
    this.#limits = limits;
    this.#idsUniqueIn = idsUniqueIn;
    this.#now = now ?? (() => new Date(thisMachine.wallMs()).toISOString());
    this.checkpoints = guardCheckpoints(checkpoints, {
      isInLog: async (event) =>
        isSameEvent(this.#streams.get(event.stream)?.[event.revision], event),
      rewinds: () => this.rewinds(),
    });
    for (const event of log) this.#index(event);
  }

  async append(
    stream: string,
    events: readonly NewEvent[],
    { expected }: { readonly expected: Expected },
  ): Promise<Appended> {
    if (this.#closing.signal.aborted) {
      throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
    }
    measureAppend(stream, events, expected, this.#limits);
    for (const { data, meta } of events) {
      JSON.parse(data);
      JSON.parse(meta);
    }
    const history = this.#streams.get(stream) ?? [];
    const before = revisionOf(expected);
    if (history.length - 1 !== before) return this.#answerRepeat(history, events, before);
    if (this.#idsUniqueIn === 'log' && events.some(({ id }) => this.#ids.has(id)))
      throw new EventIdTaken(stream);
    for (const event of events) this.#write(stream, event);
    return {
      revision: before + events.length,
      position: decimalPosition(this.#log.length),
      duplicate: false,
    };
  }

  async readStream(
    stream: string,
    { from = 0, limit = Infinity }: { readonly from?: Revision; readonly limit?: number } = {},
  ): Promise<readonly Recorded[]> {
    requireStreamName(stream);
    return (this.#streams.get(stream) ?? []).slice(from, from + limit);
  }

  async *readAll({ after, limit = Infinity, batchSize = 1_000, signal }: ReadAllOptions) {
    const start = ordinalOf(after);
    const end = Math.min(this.#log.length, start + limit);
    for (let from = start; from < end; from += batchSize) {
      signal?.throwIfAborted();
      yield this.#log.slice(from, Math.min(end, from + batchSize));
    }
    signal?.throwIfAborted();
  }

  subscribe({ after, maximumBatch = 1_000, signal }: SubscribeOptions) {
    ordinalOf(after);
    return tail({
      after,
      maximumBatch,
      signal: AbortSignal.any([signal, this.#closing.signal]),
      arrivals: this.#arrivals,
      pollMs: 60_000,
      readPage: async (position, size) => {
        const from = ordinalOf(position);
        return this.#log.slice(from, from + size);
      },
    });
  }

  async head() {
    return this.#log.at(-1)?.position;
  }

  rewinds(): number {
    return this.#arrivals.rewinds;
  }

  lineage(): string {
    return 'memory';
  }

  async close() {
    this.#closing.abort();
  }

  /** An append with a wrong expectation is a duplicate if the stream has its events at the expected revisions. */
  #answerRepeat(
    history: readonly Recorded[],
    events: readonly NewEvent[],
    before: Revision,
  ): Appended {
    const recorded = history.slice(before + 1, before + 1 + events.length);
    const isSame = events.every(({ id }, index) => recorded[index]?.id === id);
    const last = recorded.at(-1);
    if (!isSame || last === undefined) {
      throw new AppendError({ kind: 'wrong-expected', actual: expectedOf(history.length - 1) });
    }
    return { revision: last.revision, position: last.position, duplicate: true };
  }

  #write(stream: string, { id, type, data, meta }: NewEvent): void {
    const previous = this.#log.at(-1);
    const link = {
      position: decimalPosition(this.#log.length + 1),
      stream,
      revision: this.#streams.get(stream)?.length ?? 0,
      id,
      type,
      data,
      meta,
      recordedAt: laterOf(previous?.recordedAt ?? '', this.#now()),
    };
    const event = { ...link, hash: chainHash(previous?.hash ?? CHAIN_START, link) };
    this.#log.push(event);
    this.#index(event);
    this.#arrivals.announce(event.position);
  }

  #index(event: Recorded): void {
    const history = this.#streams.get(event.stream);
    if (history === undefined) this.#streams.set(event.stream, [event]);
    else history.push(event);
    this.#ids.add(event.id);
  }
}

/** The reference implementation of the contract. */
export const createMemoryStore = (
  log: Recorded[] = [],
  options: MemoryStoreOptions = {},
): EventStore => new MemoryStore(log, options);
