import { guardCheckpoints, isSameEvent, type EventRead } from '#/ledger/checkpoints/checkpoints.ts';
import { RecordCut, type EventStore } from '#/ledger/event-store.ts';
import { EventStoreDbCheckpoints } from './eventstoredb/checkpoint-streams.ts';
import { connect, disconnect } from './eventstoredb/client.ts';
import { CutWatch } from './eventstoredb/cuts.ts';
import { follow } from './eventstoredb/follow.ts';
import { readLineage } from './eventstoredb/lineage.ts';
import { Names } from './eventstoredb/names.ts';
import { Horizon, logPosition } from './eventstoredb/position.ts';
import { Reader } from './eventstoredb/reader.ts';
import { EventStoreRpc } from './eventstoredb/rpc.ts';
import { Writer } from './eventstoredb/writer.ts';
import type { StoreHealth } from './store-health.ts';

export interface EventStoreDbOptions {
  /** `esdb://…` or `esdb+discover://…`, as in the manual of the client. */
  readonly connectionString: string;
  /** Prefix of stream names, for a server that several products share. */
  readonly prefix?: string | undefined;
  /** `batch` (the default): all appends share one gRPC stream. `single`: one call for each append. */
  readonly appends?: 'batch' | 'single';
  /** Appends that may be in progress; more fail as `unavailable`. */
  readonly maximumQueue?: number;
  /** Milliseconds that a server may be silent in the middle of a read; then the read fails. */
  readonly readTimeoutMs?: number;
  /** Milliseconds of silence after which a subscription checks the end of the log. */
  readonly quietMs?: number;
  /** Called when a subscription has failed and is tried again; for further failures only once it has brought a message. */
  readonly onHealth?: ((health: StoreHealth) => void) | undefined;
}

/**
 * Opens the log in EventStoreDB or KurrentDB, from 22.6 on. Use one cluster per process: the client library keeps all open appends in
 * one table, so one dead server fails them all.
 * @throws when the server cannot be reached now
 */
export const openEventStoreDb = async (options: EventStoreDbOptions): Promise<EventStore> => {
  const { connectionString, prefix, appends = 'batch', maximumQueue = 5_000 } = options;
  const { readTimeoutMs: timeoutMs = 10_000, quietMs = 5_000 } = options;
  const client = connect(connectionString, appends);
  const closing = new AbortController();
  const [horizon, names, rpc] = [new Horizon(), new Names(prefix), new EventStoreRpc(client)];
  const reader = new Reader({ rpc, names, horizon, timeoutMs });
  const cuts = new CutWatch({ rpc, reader, names, signal: closing.signal });
  const readStream = (stream: string, range: { from: number; limit: number }) =>
    reader.stream(stream, range, (missing) => cuts.requireNeverWritten(missing));
  const writer = new Writer(client, { names, cuts, readStream, horizon, maximumQueue });
  const release = async (): Promise<void> => {
    closing.abort();
    await writer.close();
    await disconnect(client);
  };
  let released: Promise<void> | undefined;
  const close = (): Promise<void> => (released ??= release());
  const open = async (): Promise<string> => {
    await reader.end();
    return readLineage(names, reader);
  };
  const lineage = await open().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  void cuts.run();

  const isInLog = async (event: EventRead): Promise<boolean> => {
    const { stream, revision } = event;
    try {
      const [recorded] = await readStream(stream, { from: revision, limit: 1 });
      return isSameEvent(recorded, event);
    } catch (error) {
      // A hidden event is not lost.
      if (error instanceof RecordCut) return true;
      throw error;
    }
  };

  /** Returns the `rewinds` after a read of the end of the log, because a loss may not be noticed yet. */
  const rewinds = async (): Promise<number> => {
    await reader.end();
    return horizon.rewinds;
  };

  return {
    append: (stream, events, how) => writer.append(stream, events, how),
    readStream: (stream, { from = 0, limit = Infinity } = {}) =>
      readStream(stream, { from, limit }),
    readAll: (how) => reader.all(how),
    subscribe: ({ after, maximumBatch = 1_000, signal: callerSignal }) => {
      if (after !== undefined) logPosition(after);
      const signal = AbortSignal.any([callerSignal, closing.signal]);
      const onOutage = (cause: unknown): void =>
        options.onHealth?.({ part: 'subscription', state: 'lost', cause });
      const from = { after, maximumBatch, signal };
      return follow({ rpc, names, reader, horizon, ...from, quietMs, onOutage });
    },
    head: () => reader.head(),
    cuts,
    rewinds: () => horizon.rewinds,
    lineage: () => lineage,
    checkpoints: guardCheckpoints(new EventStoreDbCheckpoints(client, { names, reader }), {
      isInLog,
      rewinds,
    }),
    close,
  };
};
