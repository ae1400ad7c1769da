import {
  LogRewound,
  StoreAway,
  type EventStore,
  type Position,
  type Recorded,
  type SubscriptionMessage,
} from '#/ledger/event-store.ts';
import type { LogConnection } from './log-connection.ts';

/** Milliseconds. */
const READING = [1, 10] as const;
const SUBSCRIBING = [1, 200] as const;
const BATCH = 1_000;

export interface LogSource {
  readonly head: () => Position | undefined;
  readonly after: (position: Position | undefined, limit: number) => readonly Recorded[];
  readonly eventAt: (position: Position | undefined) => string;
  /** Resolves when something is recorded, or another copy takes over. */
  readonly arrival: () => Promise<void>;
}

/** Reads page by page, up to the end that the log had at the time of the call. */
export const readLog = async function* (
  source: LogSource,
  call: LogConnection['call'],
  { after, limit = Infinity, batchSize = BATCH, signal }: Parameters<EventStore['readAll']>[0],
): AsyncGenerator<readonly Recorded[]> {
  const head = source.head() ?? '';
  let [position, remaining] = [after, limit];
  for (;;) {
    signal?.throwIfAborted();
    const from = position;
    const size = Math.min(batchSize, remaining);
    const page = await call('read log', source.eventAt(from), {
      of: READING,
      sent: [from, size],
      effect: async () => source.after(from, size).filter((event) => event.position <= head),
    });
    signal?.throwIfAborted();
    if (page.length === 0) return;
    yield page;
    position = page.at(-1)?.position;
    remaining -= page.length;
  }
};

/** Follows the log, also after a failover, unless the failover lost events that were read. @throws LogRewound */
export const followLog = async function* (
  source: LogSource,
  connection: LogConnection,
  { after, maximumBatch = BATCH, signal }: Parameters<EventStore['subscribe']>[0],
): AsyncGenerator<SubscriptionMessage> {
  let position = after;
  let isCaughtUp = false;
  const { rewinds } = connection;
  const stopped = new Promise<void>((resolve) => {
    AbortSignal.any([signal, connection.ended]).addEventListener('abort', () => resolve());
  });
  while (!signal.aborted && !connection.ended.aborted) {
    const arrived = source.arrival();
    const from = position;
    const page = await connection
      .call('follow', source.eventAt(from), {
        of: SUBSCRIBING,
        sent: [from, maximumBatch],
        effect: async () => source.after(from, maximumBatch),
      })
      .catch((error: unknown) => {
        if (error instanceof StoreAway) return undefined;
        throw error;
      });
    if (connection.rewinds !== rewinds) throw new LogRewound();
    if (page === undefined) continue;
    const last = page.at(-1);
    if (last) {
      connection.see(last.position);
      position = last.position;
      yield { kind: 'events', events: page, upTo: position };
    }
    if (page.length === maximumBatch) continue;
    if (!isCaughtUp) yield { kind: 'caught-up' };
    isCaughtUp = true;
    if (page.length === 0) await Promise.race([arrived, stopped]);
  }
  // A dead process receives nothing, not even the end.
  if (connection.ended.aborted) await new Promise(() => undefined);
};
