import type { EventStore } from '#/ledger/event-store.ts';
import { connect, disconnect } from './eventstoredb/client.ts';
import { follow } from './eventstoredb/follow.ts';
import { Horizon, logPosition } from './eventstoredb/position.ts';
import { Reader } from './eventstoredb/reader.ts';
import { Writer } from './eventstoredb/writer.ts';

export interface EventStoreDbOptions {
  /** `esdb://…` or `esdb+discover://…`, as the manual of the client describes it. */
  readonly connectionString: string;
  /** Many appends on one stream of calls, where the server can (the default), or each by itself. */
  readonly appends?: 'batch' | 'single';
  /** Appends that may be under way; more are `unavailable`. */
  readonly maximumQueue?: number;
  /** Longest silence of a server in the middle of a read. */
  readonly readTimeoutMs?: number;
  /** Silence of a subscription after which the log itself is looked at. */
  readonly quietMs?: number;
}

/**
 * The log on an EventStoreDB or KurrentDB of 22.6 or later, alone or a cluster. What belongs to the
 * server is passed over, so the log is what this product wrote. It keeps no chain of hashes, because
 * positions are only known afterwards, and `duplicate` is certain only of what this process had heard
 * of. Connections that are lost later heal by themselves. One cluster a process: see `connect`.
 * @throws when the server cannot be reached now
 */
export const openEventStoreDb = async (options: EventStoreDbOptions): Promise<EventStore> => {
  const { connectionString, appends = 'batch', maximumQueue = 5_000 } = options;
  const { readTimeoutMs = 10_000, quietMs = 5_000 } = options;
  const client = connect(connectionString, appends);
  const horizon = new Horizon();
  const reader = new Reader(client, horizon, readTimeoutMs);
  const writer = new Writer(client, { reader, horizon, maximumQueue });
  const closing = new AbortController();
  const release = async (): Promise<void> => {
    closing.abort();
    await writer.close();
    await disconnect(client);
  };
  let released: Promise<void> | undefined;
  const close = (): Promise<void> => (released ??= release());
  await reader.head().catch(async (error: unknown) => {
    await close();
    throw error;
  });

  return {
    append: (stream, events, how) => writer.append(stream, events, how),
    readStream: (stream, { from = 0, limit = Infinity } = {}) => reader.stream(stream, from, limit),
    readAll: (how) => reader.all(how),
    subscribe: ({ after, maximumBatch = 1_000, signal: wanted }) => {
      if (after !== undefined) logPosition(after);
      const signal = AbortSignal.any([wanted, closing.signal]);
      return follow({ client, reader, horizon, after, maximumBatch, signal, quietMs });
    },
    head: () => reader.head(),
    close,
  };
};
