import { WebSocket } from 'ws';
import { serverMessage } from '#/api/contract/live.ts';

export interface TopicUpdate {
  readonly position: string;
  readonly data: unknown;
  /** Unix ms of its receipt. The product runs on the same machine, so its clock is the same. */
  readonly at: number;
}

export interface LiveSocket {
  readonly close: () => void;
}

/**
 * Subscribes to one topic, as a screen does.
 * @throws when the socket fails, closes or answers with an error before the snapshot
 */
export const openLiveSocket = async (options: {
  /** URL of the product. */
  readonly url: string;
  readonly cookie: string;
  readonly topic: string;
  readonly onDelta: (delta: TopicUpdate) => void;
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
