import type { EventStore } from '#/ledger/event-store.ts';
import { connect, disconnect } from './eventstoredb/client.ts';
import { CutWatch } from './eventstoredb/cuts.ts';
import { follow } from './eventstoredb/follow.ts';
import { Names } from './eventstoredb/names.ts';
import { Horizon, logPosition } from './eventstoredb/position.ts';
import { Reader } from './eventstoredb/reader.ts';
import { Wire } from './eventstoredb/wire.ts';
import { Writer } from './eventstoredb/writer.ts';

export interface EventStoreDbOptions {
  /** `esdb://…` or `esdb+discover://…`, as the manual of the client describes it. */
  readonly connectionString: string;
  /** Stands before the names of all streams on the server, for one that several products share. */
  readonly prefix?: string | undefined;
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
 * The log on an EventStoreDB or KurrentDB of 22.6 or later, alone or a cluster. The log is what this product wrote: a
 * server is shared by its nature, and what others write there is passed over by the server itself. It keeps no chain of
 * hashes, because positions are only known afterwards, and `duplicate` is certain only of what this process had heard
 * of. Connections that are lost later heal by themselves. One cluster a process: see `connect`.
 * @throws when the server cannot be reached now
 */
export const openEventStoreDb = async (options: EventStoreDbOptions): Promise<EventStore> => {
  const { connectionString, prefix, appends = 'batch', maximumQueue = 5_000 } = options;
  const { readTimeoutMs: timeoutMs = 10_000, quietMs = 5_000 } = options;
  const client = connect(connectionString, appends);
  const closing = new AbortController();
  const [horizon, names, wire] = [new Horizon(), new Names(prefix), new Wire(client)];
  const reader = new Reader({ wire, names, horizon, timeoutMs });
  const cuts = new CutWatch({ wire, reader, names, signal: closing.signal });
  const readStream = (stream: string, range: { from: number; limit: number }) =>
    reader.stream(stream, range, (missing) => cuts.requireUntouched(missing));
  const writer = new Writer(client, { names, cuts, readStream, horizon, maximumQueue });
  const release = async (): Promise<void> => {
    closing.abort();
    await writer.close();
    await disconnect(client);
  };
  let released: Promise<void> | undefined;
  const close = (): Promise<void> => (released ??= release());
  await reader.end().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  void cuts.run();

  return {
    append: (stream, events, how) => writer.append(stream, events, how),
    readStream: (stream, { from = 0, limit = Infinity } = {}) =>
      readStream(stream, { from, limit }),
    readAll: (how) => reader.all(how),
    subscribe: ({ after, maximumBatch = 1_000, signal: wanted }) => {
      if (after !== undefined) logPosition(after);
      const signal = AbortSignal.any([wanted, closing.signal]);
      return follow({ wire, names, reader, horizon, after, maximumBatch, signal, quietMs });
    },
    head: () => reader.head(),
    cuts,
    close,
  };
};
