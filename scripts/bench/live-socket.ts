import { WebSocket } from 'ws';
import { serverMessage } from '#/api/contract/live.ts';

/** One state of a topic as it reached a socket. */
export interface Shown {
  readonly position: string;
  readonly data: unknown;
  /** Epoch ms of its receipt; the product runs on the same clock. */
  readonly at: number;
}

export interface LiveSocket {
  readonly close: () => void;
}

/**
 * Subscribes to one topic, as a screen does; resolves with the snapshot's arrival. After it the socket must tell deltas
 * and nothing else: what else it tells, and its end, are trouble. @throws when trouble comes before the snapshot
 */
export const openLiveSocket = async (options: {
  /** Of the product. */
  readonly url: string;
  readonly cookie: string;
  readonly topic: string;
  readonly onDelta: (delta: Shown) => void;
  readonly onTrouble: (what: string) => void;
}): Promise<LiveSocket> => {
  const { url, cookie, topic, onDelta, onTrouble } = options;
  const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers: { cookie } });
  const ready = Promise.withResolvers<void>();
  let isClosing = false;
  const fail = (what: string): void => {
    if (isClosing) return;
    ready.reject(new Error(`the socket says ${what}`));
    onTrouble(what);
  };
  socket.on('error', (error) => fail(error.message));
  socket.on('close', (code) => fail(`closed with ${code}`));
  socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', topic })));
  socket.addEventListener('message', ({ data }) => {
    const at = Date.now();
    const text = typeof data === 'string' ? data : '';
    const message = serverMessage.parse(JSON.parse(text));
    if (message.type === 'snapshot') ready.resolve();
    else if (message.type === 'delta')
      onDelta({ position: message.position, data: message.data, at });
    else fail(text);
  });
  await ready.promise;
  return {
    close: () => {
      isClosing = true;
      socket.close();
    },
  };
};
