import type pg from 'pg';
import type { EventStore } from '#/ledger/event-store.ts';
import type { AppendLimits } from './append-request.ts';
import type { StoreHealth } from './store-health.ts';
import { ordinalOf } from './decimal-position.ts';
import { requireSameRewinds, type Checkpoints } from '#/ledger/checkpoints/checkpoints.ts';
import { createPostgresCheckpoints, type WritesAsOf } from '#/ledger/checkpoints/postgres.ts';
import { KnownCopy } from './postgres/known-copy.ts';
import { Listener } from './postgres/listener.ts';
import { Reader } from './postgres/reader.ts';
import { RecentEvents } from './postgres/recent-events.ts';
import { createSchema } from './postgres/schema.ts';
import { openSession, sessionOptions } from './postgres/session.ts';
import { Writer } from './postgres/writer.ts';
import { NewPositionSignal, tail } from './tail.ts';

export interface PostgresStoreOptions {
  readonly connectionString: string;
  /** Connections for reading (default 4); the store opens a few others. */
  readonly poolSize?: number;
  /** Appends that may be queued; more fail as `unavailable`. */
  readonly maximumQueue?: number;
  readonly limits?: AppendLimits;
  readonly onHealth?: (health: StoreHealth) => void;
  /** For a process whose other connections must lead to the same copy of the log. */
  readonly copy?: KnownCopy;
  /** Called when the log may have lost its newest events. Other tables may have lost rows, too. */
  readonly onRewound?: () => void;
}

/** A NOTIFY is lost on a connection that died unnoticed; polling limits the delay of such events. */
const POLL_MS = 1_000;

const prepare = async (connectionString: string): Promise<void> => {
  const setup = await openSession(connectionString, 'writer', () => undefined);
  try {
    await createSchema(setup);
  } finally {
    await setup.end();
  }
};

const openCheckpointPool = (connectionString: string, copy: KnownCopy): pg.Pool => {
  const pool = copy.openPool({ ...sessionOptions(connectionString, 'checkpoints'), max: 2 });
  pool.on('error', () => undefined);
  return pool;
};

/**
 * Makes writes that fail once the log has lost events. `rewinds` is compared when the write has a connection: a loss that is noticed later
 * ends that connection, and the write fails.
 */
const createWritesAsOf =
  (pool: pg.Pool, rewinds: () => number): WritesAsOf =>
  (asOf) => ({
    query: async (text, values) => {
      const client = await pool.connect();
      let isBroken = true;
      try {
        requireSameRewinds(rewinds(), asOf);
        const result = await client.query(text, values);
        isBroken = false;
        return result;
      } finally {
        // A query that got no answer may still be running there.
        client.release(isBroken);
      }
    },
  });

const openInOrder = async (
  writer: Writer,
  listener: Listener,
  checkpointPool: pg.Pool,
  asOf: WritesAsOf,
): Promise<Checkpoints> => {
  // The writer connects first, because it determines to which copy of the log the others must lead.
  await writer.open();
  const [checkpoints] = await Promise.all([
    createPostgresCheckpoints(checkpointPool, asOf),
    listener.open(),
  ]);
  return checkpoints;
};

interface Followed {
  readonly reader: Reader;
  readonly recent: RecentEvents;
  readonly arrivals: NewPositionSignal;
  readonly onHealth: (health: StoreHealth) => void;
  readonly closing: AbortSignal;
}

const followBy =
  ({ reader, recent, arrivals, onHealth, closing }: Followed): EventStore['subscribe'] =>
  ({ after, maximumBatch = 1_000, signal }) => {
    ordinalOf(after);
    return tail({
      after,
      maximumBatch,
      signal: AbortSignal.any([signal, closing]),
      arrivals,
      pollMs: POLL_MS,
      onOutage: (cause) => onHealth({ part: 'subscription', state: 'lost', cause }),
      readPage: async (position, limit) => {
        const ordinal = ordinalOf(position);
        return recent.after(ordinal, limit) ?? reader.page(ordinal, limit);
      },
    });
  };

const ignore = (): void => undefined;

/**
 * Opens the log, and creates its schema the first time. Several processes may share a database.
 * @throws OperatorError when the database is not ours or takes no writes; the database's own error when it cannot be reached
 */
export const openPostgresStore = async (options: PostgresStoreOptions): Promise<EventStore> => {
  const { connectionString, poolSize = 4, maximumQueue = 5_000, onHealth = ignore } = options;
  const { copy = new KnownCopy() } = options;
  const arrivals = new NewPositionSignal();
  const recent = new RecentEvents();
  const closing = new AbortController();
  await prepare(connectionString);

  const writer = new Writer({
    connectionString,
    maximumQueue,
    copy,
    limits: options.limits,
    onHealth,
    onWritten: (events) => {
      const last = events.at(-1);
      if (last === undefined) return;
      copy.note(events);
      recent.add(events);
      arrivals.announce(last.position);
      listener.tell(last.position);
    },
    onConnected: (lineage, isRewound) => {
      copy.noteConnected(lineage, isRewound);
      if (!isRewound) return;
      recent.clear();
      options.onRewound?.();
      arrivals.rewind();
    },
  });
  const onWriterLockWanted = (by: string): void => writer.shareLock(by);
  const listener = new Listener({ connectionString, arrivals, copy, onHealth, onWriterLockWanted });
  const reader = new Reader({ connectionString, poolSize, copy, onHealth });
  const checkpointPool = openCheckpointPool(connectionString, copy);
  copy.onOtherCopy((cause) => writer.reconnect(cause));
  const release = async (): Promise<void> => {
    closing.abort();
    await writer.close();
    await Promise.all([listener.close(), reader.close(), checkpointPool.end()]);
  };
  let released: Promise<void> | undefined;
  const close = (): Promise<void> => (released ??= release());
  const checkpoints = await openInOrder(
    writer,
    listener,
    checkpointPool,
    createWritesAsOf(checkpointPool, () => arrivals.rewinds),
  ).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  return {
    append: (stream, events, how) => writer.append(stream, events, how),
    readStream: (stream, { from = 0, limit = Infinity } = {}) => reader.stream(stream, from, limit),
    readAll: (how) => reader.all(how),
    subscribe: followBy({ reader, recent, arrivals, onHealth, closing: closing.signal }),
    head: () => reader.head(),
    rewinds: () => arrivals.rewinds,
    lineage: () => copy.lineage,
    checkpoints,
    close,
  };
};
