import { fork } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { openLiveSocket } from './live-socket.ts';

export interface SocketsRequest {
  readonly url: string;
  readonly topics: readonly { readonly topic: string; readonly cookie: string }[];
  readonly socketsPerTopic: number;
}

export interface TopicSeen {
  readonly topic: string;
  /** Messages in order, as the first socket received them. */
  readonly updates: readonly { readonly position: string; readonly data: unknown }[];
  /** Per socket, the Unix ms at which it received each of `updates`; shorter if it missed some. */
  readonly receipts: readonly (readonly number[])[];
  /** Messages that were repeated, out of order, different from another socket's, or not deltas. */
  readonly trouble: readonly string[];
}

/** Sockets that connect at the same time; a rush of connections is not measured. */
const OPENING = 32;
const DRAIN_MS = 10_000;

interface SocketRecord extends TopicSeen {
  readonly updates: { readonly position: string; readonly data: unknown; readonly text: string }[];
  readonly receipts: number[][];
  readonly trouble: string[];
}

const openOne = async (url: string, cookie: string, seen: SocketRecord): Promise<void> => {
  const { topic, updates, receipts, trouble } = seen;
  const mine: number[] = [];
  receipts.push(mine);
  let before = '';
  await openLiveSocket({
    url,
    cookie,
    topic,
    onDelta: ({ position, data, at }) => {
      const text = JSON.stringify(data);
      const expected = (updates[mine.length] ??= { position, data, text });
      if (position <= before) trouble.push(`${position} after ${before}`);
      else if (expected.position !== position || expected.text !== text)
        trouble.push(`another ${position}`);
      before = position;
      mine.push(at);
    },
    onTrouble: (what) => trouble.push(what),
  });
};

const openAll = async ({ url, topics, socketsPerTopic }: SocketsRequest) => {
  const all = topics.map(({ topic, cookie }) => {
    const seen: SocketRecord = { topic, updates: [], receipts: [], trouble: [] };
    return { seen, cookie };
  });
  const unopened = all
    .flatMap((one) => Array.from({ length: socketsPerTopic }, () => one))
    .values();
  const open = async (): Promise<void> => {
    for (const { seen, cookie } of unopened) await openOne(url, cookie, seen);
  };
  await Promise.all(Array.from({ length: OPENING }, open));
  return all.map(({ seen }) => seen);
};

/** True once every socket has all messages up to its topic's end; undefined before. */
const areEven = (all: readonly TopicSeen[], ends: ReadonlyMap<string, string>): true | undefined =>
  all.every(
    ({ topic, updates, receipts }) =>
      (updates.at(-1)?.position ?? '') >= (ends.get(topic) ?? '') &&
      receipts.every(({ length }) => length === updates.length),
  ) || undefined;

/** Once the process has died, `open` and `end` reject. */
export interface Sockets {
  /** Resolves when all have their snapshot. */
  readonly open: (request: SocketsRequest) => Promise<void>;
  /** Waits, for a limited time, until every socket has reached its topic's position. */
  readonly end: (ends: ReadonlyMap<string, string>) => Promise<readonly TopicSeen[]>;
  readonly kill: () => void;
}

export const startSockets = (): Sockets => {
  const child = fork(import.meta.filename, { serialization: 'advanced' });
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  child.once('exit', (code) => {
    died.reject(new Error(`the process of the sockets ended with ${code}`));
  });
  const askProcess = async (
    question: SocketsRequest | ReadonlyMap<string, string>,
  ): Promise<unknown> => {
    child.send(question);
    const [answer] = await Promise.race([once(child, 'message'), died.promise]);
    return answer;
  };
  return {
    open: async (request) => {
      await askProcess(request);
    },
    end: async (ends) => (await askProcess(ends)) as readonly TopicSeen[],
    kill: () => child.kill('SIGKILL'),
  };
};

/** Receives the sockets to open, and later the positions at which to end. */
const serve = async (): Promise<void> => {
  const [request] = (await once(process, 'message')) as [SocketsRequest];
  const all = await openAll(request);
  process.send?.('open');
  const [ends] = (await once(process, 'message')) as [ReadonlyMap<string, string>];
  await waitUntil(() => areEven(all, ends), { timeoutMs: DRAIN_MS });
  process.send?.(all);
};

if (import.meta.main) await serve();
