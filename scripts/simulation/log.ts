import {
  AppendError,
  requireStreamName,
  type Appended,
  type EventStore,
  type Expected,
  type NewEvent,
  type Position,
  type Recorded,
  type Revision,
  type SubscriptionMessage,
} from '#/ledger/event-store.ts';
import { measureAppend } from '#/ledger/stores/append-request.ts';
import { createMemoryCheckpoints } from '#/ledger/checkpoints.ts';
import { checkpointsFor } from './log-checkpoints.ts';
import type { SimulatedProcess } from './process.ts';
import type { World } from './world.ts';

/** How the simulated log behaves. */
export interface LogManners {
  /** How often an append is answered `ambiguous`, in [0, 1]; half of those are written later. */
  readonly ambiguous: number;
  /** How often the log cannot be reached. */
  readonly away: number;
  /** As in EventStoreDB: an id may be recorded in two streams, and positions have gaps. */
  readonly isSparse: boolean;
}

/** Every append is answered. */
export const KIND: LogManners = { ambiguous: 0, away: 0, isSparse: true };

/** Milliseconds. */
const APPENDING = [1, 20] as const;
const READING = [1, 10] as const;
const WRITTEN_LATER = [100, 20_000] as const;
const SUBSCRIBING = [1, 200] as const;
const BATCH = 1_000;
const GAP = 137;

type Call = SimulatedProcess['call'];

const revisionOf = (expected: Expected): Revision => (expected === 'no_stream' ? -1 : expected);
const expectedOf = (revision: Revision): Expected => (revision < 0 ? 'no_stream' : revision);
const positionOf = (ordinal: number): Position => String(ordinal).padStart(20, '0') as Position;

/** The log of a simulation, which outlives its processes; every one of them has a handle of its own. */
export class SimulatedLog {
  readonly #world: World;
  manners: LogManners = KIND;
  #events: Recorded[] = [];
  #streams = new Map<string, Recorded[]>();
  #ids = new Set<string>();
  #arrived = Promise.withResolvers<void>();
  #nth = 0;
  readonly #checkpoints = createMemoryCheckpoints('');
  readonly #onEvent: () => void;

  /** @param onEvent called with each event that is recorded */
  constructor(world: World, onEvent: () => void = () => undefined) {
    this.#world = world;
    this.#onEvent = onEvent;
  }

  /** All events, in order. */
  get events(): readonly Recorded[] {
    return this.#events;
  }

  stream(name: string): readonly Recorded[] {
    return this.#streams.get(name) ?? [];
  }

  handleOf(process: SimulatedProcess): EventStore {
    const closing = new AbortController();
    const sent = new Map<string, (() => void)[]>();
    const call: Call = (operation, about, how) => process.call(operation, about, how);
    /** Appends of one process to one stream arrive in the order in which they were sent. */
    const inOrder = (stream: string, append: () => Appended): (() => Promise<Appended>) => {
      const { promise, resolve, reject } = Promise.withResolvers<Appended>();
      const queue = sent.get(stream) ?? [];
      sent.set(stream, queue);
      // Its sender may be dead when it fails.
      promise.catch(() => undefined);
      queue.push(() => {
        try {
          resolve(append());
        } catch (error) {
          reject(error);
        }
      });
      return async () => {
        queue.shift()?.();
        return promise;
      };
    };
    return {
      checkpoints: checkpointsFor(process, this.#checkpoints),
      // The simulated log never loses its end.
      rewinds: () => 0,
      lineage: () => 'simulated',
      append: async (stream, events, { expected }) => {
        if (closing.signal.aborted) {
          throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
        }
        measureAppend(stream, events, expected);
        for (const { data, meta } of events) {
          JSON.parse(data);
          JSON.parse(meta);
        }
        const append = () => this.#appended(process, stream, events, expected);
        return call(`append ${events.at(-1)?.type}`, `${stream} ${expected}`, {
          of: APPENDING,
          effect: inOrder(stream, append),
        });
      },
      readStream: async (stream, { from = 0, limit = Infinity } = {}) => {
        requireStreamName(stream);
        return call('read stream', `${stream} ${from}`, {
          of: READING,
          effect: async () => this.stream(stream).slice(from, from + limit),
        });
      },
      readAll: (options) => this.#readAll(call, options),
      subscribe: (options) => {
        const signal = AbortSignal.any([options.signal, closing.signal]);
        return this.#follow(process, { ...options, signal });
      },
      head: () =>
        call('head', '', { of: READING, effect: async () => this.#events.at(-1)?.position }),
      close: async () => closing.abort(),
    };
  }

  #appended(
    process: SimulatedProcess,
    stream: string,
    events: readonly NewEvent[],
    expected: Expected,
  ): Appended {
    this.#nth += 1;
    const { chance, between } = this.#world.draws;
    const key = [process.name, stream, expected, events[0]?.id ?? ''];
    if (chance('log away', ...key, this.#nth) < this.manners.away) {
      throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
    }
    if (chance('ambiguous', ...key, this.#nth) < this.manners.ambiguous) {
      if (chance('written later', ...key) < 0.5) {
        const ms = between(WRITTEN_LATER, 'written later in', ...key);
        this.#world.after(ms, `log writes ${stream} ${expected} late`, () => {
          try {
            this.#write(stream, events, expected);
          } catch (error) {
            if (!(error instanceof AppendError)) throw error;
          }
        });
      }
      throw new AppendError({ kind: 'ambiguous' });
    }
    return this.#write(stream, events, expected);
  }

  /** @throws AppendError `wrong-expected` */
  #write(stream: string, events: readonly NewEvent[], expected: Expected): Appended {
    const history = this.stream(stream);
    const before = revisionOf(expected);
    if (history.length - 1 !== before) {
      const there = history.slice(before + 1, before + 1 + events.length);
      const last = there.at(-1);
      const isSame = last && events.every(({ id }, index) => there[index]?.id === id);
      if (!isSame) {
        throw new AppendError({ kind: 'wrong-expected', actual: expectedOf(history.length - 1) });
      }
      return { revision: last.revision, position: last.position, duplicate: true };
    }
    if (!this.manners.isSparse && events.some(({ id }) => this.#ids.has(id))) {
      throw new Error('an event id is already recorded elsewhere');
    }
    for (const event of events) this.#record(stream, event);
    const position = positionOf(this.#ordinal());
    this.#ring();
    return { revision: before + events.length, position, duplicate: false };
  }

  #ordinal(): number {
    return Number(this.#events.at(-1)?.position ?? 0);
  }

  #record(stream: string, { id, type, data, meta }: NewEvent): void {
    const before = this.#events.at(-1);
    const at = new Date(this.#world.now).toISOString();
    const event: Recorded = {
      position: positionOf(this.#ordinal() + (this.manners.isSparse ? GAP : 1)),
      stream,
      revision: this.stream(stream).length,
      id,
      type,
      data,
      meta,
      recordedAt: before && before.recordedAt > at ? before.recordedAt : at,
    };
    this.#world.note(`recorded ${stream} ${event.revision} ${type} ${data}`);
    this.#index(event);
    this.#onEvent();
  }

  #index(event: Recorded): void {
    this.#events.push(event);
    const history = this.#streams.get(event.stream);
    if (history) history.push(event);
    else this.#streams.set(event.stream, [event]);
    this.#ids.add(event.id);
  }

  #ring(): void {
    const before = this.#arrived;
    this.#arrived = Promise.withResolvers();
    before.resolve();
  }

  #after(position: Position | undefined, limit: number): readonly Recorded[] {
    // The newest are asked for most often.
    let index = this.#events.length;
    while (index > 0 && (this.#events[index - 1]?.position ?? '') > (position ?? '')) index -= 1;
    return this.#events.slice(index, index + limit);
  }

  async *#readAll(
    call: Call,
    { after, limit = Infinity, batchSize = BATCH, signal }: Parameters<EventStore['readAll']>[0],
  ): AsyncGenerator<readonly Recorded[]> {
    const head = this.#events.at(-1)?.position ?? '';
    let [position, left] = [after, limit];
    for (;;) {
      signal?.throwIfAborted();
      const from = position;
      const size = Math.min(batchSize, left);
      const page = await call('read log', from ?? '', {
        of: READING,
        effect: async () => this.#after(from, size).filter((event) => event.position <= head),
      });
      signal?.throwIfAborted();
      if (page.length === 0) return;
      yield page;
      position = page.at(-1)?.position;
      left -= page.length;
    }
  }

  async *#follow(
    process: SimulatedProcess,
    { after, maximumBatch = BATCH, signal }: Parameters<EventStore['subscribe']>[0],
  ): AsyncGenerator<SubscriptionMessage> {
    let position = after;
    let isCaughtUp = false;
    const stopped = new Promise<void>((resolve) => {
      AbortSignal.any([signal, process.ended]).addEventListener('abort', () => resolve());
    });
    while (!signal.aborted && !process.isDead) {
      const arrived = this.#arrived.promise;
      const from = position;
      const page = await process.call('follow', from ?? '', {
        of: SUBSCRIBING,
        effect: async () => this.#after(from, maximumBatch),
      });
      const last = page.at(-1);
      if (last) {
        position = last.position;
        yield { kind: 'events', events: page, upTo: position };
      }
      if (page.length === maximumBatch) continue;
      if (!isCaughtUp) yield { kind: 'caught-up' };
      isCaughtUp = true;
      if (page.length === 0) await Promise.race([arrived, stopped]);
    }
  }
}
