import {
  AppendError,
  RecordCut,
  requireStreamName,
  StoreAway,
  type Appended,
  type EventStore,
  type Expected,
  type NewEvent,
  type Position,
  type Recorded,
  type Revision,
} from '#/ledger/event-store.ts';
import { isSameEvent, type Reached } from '#/ledger/checkpoints/checkpoints.ts';
import { measureAppend } from '#/ledger/stores/append-request.ts';
import { SimulatedCheckpoints } from './log-checkpoints.ts';
import { AnswerLost, LogConnection, type Copy } from './log-connection.ts';
import { followLog, readLog, type LogSource } from './log-reading.ts';
import { KIND, type LogFaultRates, type LogVice } from './log-fault-rates.ts';
import { createCounter } from '#/scripts/simulation/draws.ts';
import { createSendingOrder } from './sending-order.ts';
import { traceText } from '#/scripts/simulation/trace.ts';
import type { SimulatedProcess } from '#/scripts/simulation/process.ts';
import type { World } from '#/scripts/simulation/world.ts';

/** Milliseconds. */
const APPENDING = [1, 20] as const;
const READING = [1, 10] as const;
const WRITTEN_LATER = [100, 20_000] as const;
const GAP = 137;

type Call = LogConnection['call'];

const unavailableError = (): AppendError =>
  new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });

const revisionOf = (expected: Expected): Revision => (expected === 'no_stream' ? -1 : expected);
const expectedOf = (revision: Revision): Expected => (revision < 0 ? 'no_stream' : revision);
const positionOf = (ordinal: number): Position => String(ordinal).padStart(20, '0') as Position;

/** Names an append by the types of its events, the last one first. */
const operationsOf = (events: readonly NewEvent[]): readonly string[] => [
  ...new Set(events.map(({ type }) => `append ${type}`).toReversed()),
];

/** The log. It outlives the processes of the product, of which each has a handle of its own. */
export class SimulatedLog {
  readonly #world: World;
  manners: LogFaultRates = KIND;
  #events: Recorded[] = [];
  #streams = new Map<string, Recorded[]>();
  #ids = new Set<string>();
  #arrived = Promise.withResolvers<void>();
  #cut: RegExp | undefined;
  readonly #countTake = createCounter();
  readonly #everything: Recorded[] = [];
  #copy: Copy = { number: 1, began: '' };
  readonly #source: LogSource = {
    head: () => this.#events.at(-1)?.position,
    after: (position, limit) => this.#after(position, limit),
    eventAt: (position) => this.eventAt(position),
    arrival: () => this.#arrived.promise,
  };
  readonly checkpoints: SimulatedCheckpoints;
  readonly #onAppended: (events: readonly Recorded[]) => void;
  readonly #onVice: (vice: LogVice) => void;

  /** @param onAppended gets events recorded together @param onVice called when the log misbehaves */
  constructor(
    world: World,
    onAppended: (events: readonly Recorded[]) => void = () => undefined,
    onVice: (vice: LogVice) => void = () => undefined,
  ) {
    this.#world = world;
    this.#onAppended = onAppended;
    this.#onVice = onVice;
    this.checkpoints = new SimulatedCheckpoints(
      () => world.now,
      (event) => isSameEvent(this.#streams.get(event.stream)?.[event.revision], event),
      this.eventAt,
    );
  }

  /** Number of the copy in use; at each failover another copy takes over. */
  get copy(): number {
    return this.#copy.number;
  }

  /** All events, with those that a failover has lost. */
  get everything(): readonly Recorded[] {
    return this.#everything;
  }

  get events(): readonly Recorded[] {
    return this.#events;
  }

  stream(name: string): readonly Recorded[] {
    return this.#streams.get(name) ?? [];
  }

  /** Names an event by stream and revision: unlike its position, they do not depend on other streams. */
  readonly eventAt = (position: Reached | undefined): string => {
    const event = this.#events.findLast((each) => each.position === position);
    return event ? `${event.stream} ${event.revision}` : '';
  };

  /** Loses what was recorded in the last `losesMs` milliseconds, checkpoints included. */
  failOver(losesMs: number): void {
    const after = this.#world.now - losesMs;
    const remaining = this.#events.filter(({ recordedAt }) => Date.parse(recordedAt) <= after);
    this.#world.note(() => `failover loses ${this.#events.length - remaining.length} events`);
    this.#events = [];
    this.#streams = new Map();
    this.#ids = new Set();
    for (const event of remaining) this.#index(event);
    void this.checkpoints.lose(after);
    this.#copy = { number: this.#copy.number + 1, began: remaining.at(-1)?.position ?? '' };
    this.#ring();
  }

  /** Hides the beginning of streams for a while, as an operator of an EventStoreDB may do. */
  cut(streams: RegExp, forMs: number): void {
    this.#cut = streams;
    this.#world.after(forMs, 'what was cut is whole again', () => {
      this.#cut = undefined;
    });
  }

  #requireWhole(stream: string): void {
    if (this.#cut?.test(stream)) throw new RecordCut({ stream, how: 'its beginning is hidden' });
  }

  handleOf(process: SimulatedProcess): EventStore {
    const closing = new AbortController();
    const inOrder = createSendingOrder();
    const connection = new LogConnection(process, {
      copy: () => this.#copy,
      head: () => this.#source.head() ?? '',
    });
    const call: Call = (operation, about, how) => connection.call(operation, about, how);
    return {
      checkpoints: this.checkpoints.handleOf(connection),
      rewinds: () => connection.rewinds,
      lineage: () => connection.lineage,
      append: async (stream, events, { expected }) => {
        if (closing.signal.aborted) throw unavailableError();
        measureAppend(stream, events, expected);
        for (const { data, meta } of events) {
          JSON.parse(data);
          JSON.parse(meta);
        }
        const append = () => this.#take(process, stream, events, expected);
        const { effect, drop } = inOrder(stream, append);
        const [operation = 'append', ...names] = operationsOf(events);
        try {
          const how = { of: APPENDING, effect, names, sent: [stream, events, expected] };
          const appended = await call(operation, `${stream} ${expected}`, how);
          connection.see(appended.position);
          return appended;
        } catch (error) {
          if (!(error instanceof StoreAway)) throw error;
          drop();
          throw error instanceof AnswerLost
            ? new AppendError({ kind: 'ambiguous' })
            : unavailableError();
        }
      },
      readStream: async (stream, { from = 0, limit = Infinity } = {}) => {
        requireStreamName(stream);
        const read = await call('read stream', `${stream} ${from}`, {
          of: READING,
          sent: [stream, from, limit],
          effect: async () => {
            this.#requireWhole(stream);
            return this.stream(stream).slice(from, from + limit);
          },
        });
        connection.see(read.at(-1)?.position);
        return read;
      },
      readAll: (options) => readLog(this.#source, call, options),
      subscribe: (options) => {
        const signal = AbortSignal.any([options.signal, closing.signal]);
        return followLog(this.#source, connection, { ...options, signal });
      },
      head: () =>
        call('head', '', {
          of: READING,
          sent: [],
          effect: async () => this.#events.at(-1)?.position,
        }),
      close: async () => closing.abort(),
    };
  }

  #take(
    process: SimulatedProcess,
    stream: string,
    events: readonly NewEvent[],
    expected: Expected,
  ): Appended {
    this.#requireWhole(stream);
    const { chance, between } = this.#world.draws;
    const about = [process.name, stream, expected, ...operationsOf(events)];
    const key = [...about, this.#countTake(about.join(' '))];
    if (chance('log away', ...key) < this.manners.away) {
      this.#onVice('append away');
      throw unavailableError();
    }
    if (chance('ambiguous', ...key) < this.manners.ambiguous) {
      if (chance('written later', ...key) < 0.5) {
        const ms = between(WRITTEN_LATER, 'written later in', ...key);
        const { copy } = this;
        this.#world.after(ms, `log writes ${stream} ${expected} late`, () => {
          if (copy !== this.copy) return;
          try {
            if (!this.#write(stream, events, expected).duplicate) this.#onVice('append late');
          } catch (error) {
            if (!(error instanceof AppendError)) throw error;
          }
        });
      }
      this.#onVice('append ambiguous');
      throw new AppendError({ kind: 'ambiguous' });
    }
    return this.#write(stream, events, expected);
  }

  /** @throws AppendError `wrong-expected` */
  #write(stream: string, events: readonly NewEvent[], expected: Expected): Appended {
    const history = this.stream(stream);
    const before = revisionOf(expected);
    if (history.length - 1 !== before) {
      const recorded = history.slice(before + 1, before + 1 + events.length);
      const last = recorded.at(-1);
      const isSame = last && events.every(({ id }, index) => recorded[index]?.id === id);
      if (!isSame) {
        throw new AppendError({ kind: 'wrong-expected', actual: expectedOf(history.length - 1) });
      }
      return { revision: last.revision, position: last.position, duplicate: true };
    }
    if (!this.manners.isSparse && events.some(({ id }) => this.#ids.has(id))) {
      throw new Error('an event id is already recorded elsewhere');
    }
    for (const event of events) this.#record(stream, event);
    this.#onAppended(this.stream(stream).slice(-events.length));
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
    this.#world.note(() => `recorded ${traceText([event])}`);
    this.#index(event);
    this.#everything.push(event);
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
    // The newest events are read most often.
    let index = this.#events.length;
    while (index > 0 && (this.#events[index - 1]?.position ?? '') > (position ?? '')) index -= 1;
    return this.#events.slice(index, index + limit);
  }
}
