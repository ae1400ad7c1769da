import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Front {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** Copies between both sockets. When one closes, the other is destroyed. */
const join = (client: Socket, process: Socket): void => {
  client.pipe(process).pipe(client);
  client.on('close', () => process.destroy());
  process.on('close', () => client.destroy());
};

/** Like a load balancer: each connection goes to the next process that accepts it. */
export const openFront = async (ports: readonly number[]): Promise<Front> => {
  const clients = new Set<Socket>();
  let latest = 0;

  const connectToNext = (client: Socket, attemptsLeft: number): void => {
    if (attemptsLeft === 0 || client.destroyed) return void client.destroy();
    latest = (latest + 1) % ports.length;
    const process = connect({ port: ports[latest] ?? 0, host: LOOPBACK });
    const next = (): void => connectToNext(client, attemptsLeft - 1);
    process.once('error', next);
    process.once('connect', () => {
      process.off('error', next);
      process.on('error', () => client.destroy());
      join(client, process);
    });
  };

  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => client.destroy());
    client.once('close', () => clients.delete(client));
    connectToNext(client, ports.length);
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${LOOPBACK}:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const client of clients) client.destroy();
      await closed;
    },
  };
};
