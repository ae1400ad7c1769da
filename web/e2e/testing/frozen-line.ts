import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can freeze: connections stay open, but no data passes. */
interface FrozenLine {
  readonly url: string;
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Connects new sockets to another product. */
  readonly leadTo: (productUrl: string) => void;
  readonly stop: () => void;
}

export const openLine = async (productUrl: string): Promise<FrozenLine> => {
  let target = new URL(productUrl);
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((caller) => {
    const product = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [caller, product],
      [product, caller],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (isFrozen) from.pause();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return {
    url: `http://${target.hostname}:${address.port}`,
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    leadTo: (another) => {
      target = new URL(another);
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
