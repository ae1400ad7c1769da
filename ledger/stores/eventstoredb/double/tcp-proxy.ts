import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { within } from '#/ledger/concurrency/within.ts';

/** Below the ports of outgoing connections (from 32,768), which could take the port of a stopped server. */
const FIRST_PORT = 10_000;
const PORTS = 20_000;
const ATTEMPTS = 100;

/** How long clients may take to close their connections when the server stops. */
const TIMEOUT_MS = 500;

interface Connection {
  readonly client: Socket;
  readonly upstream: Socket;
}

const listenOn = async (server: Server, port: number, host: string): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  return port;
};

const listenOnFree = async (server: Server, host: string, attempts = ATTEMPTS): Promise<number> =>
  listenOn(server, FIRST_PORT + randomInt(PORTS), host).catch((error: unknown) => {
    if (attempts === 1) throw error;
    return listenOnFree(server, host, attempts - 1);
  });

/**
 * Stands between the clients and the gRPC server, to cut and freeze connections. The server alone could not seem frozen, because Node
 * answers HTTP/2 pings by itself.
 */
export class TcpProxy {
  readonly #upstreamPort: number;
  readonly #connections = new Set<Connection>();
  #server: Server | undefined;
  #frozen = false;

  constructor(upstreamPort: number) {
    this.#upstreamPort = upstreamPort;
  }

  /** Listens on a port, or on a free one when `port` is 0. @returns the port */
  async open(port: number, host: string): Promise<number> {
    // Half-open, so that one side may end its direction and still receive what the other has to send.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
      this.#connect(client),
    );
    const opened =
      port === 0 ? await listenOnFree(server, host) : await listenOn(server, port, host);
    this.#server = server;
    return opened;
  }

  async close(): Promise<void> {
    const closed = this.#stopListening();
    for (const { client, upstream } of this.#connections) {
      client.destroy();
      upstream.destroy();
    }
    await closed;
  }

  /** Lets clients receive pending responses, then closes their connections. */
  async drain(): Promise<void> {
    const closed = this.#stopListening();
    await within(TIMEOUT_MS, closed, () => undefined);
    await Promise.all([closed, this.close()]);
  }

  /** Resolves when the last connection is closed. */
  async #stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    await promise;
  }

  /** Keeps connections open but transfers nothing, as a stopped process does. */
  freeze(): void {
    this.#frozen = true;
    for (const { client, upstream } of this.#connections) {
      client.unpipe(upstream).pause();
      upstream.unpipe(client).pause();
    }
  }

  thaw(): void {
    this.#frozen = false;
    for (const connection of this.#connections) this.#forward(connection);
  }

  #connect(client: Socket): void {
    const upstream = connect({ port: this.#upstreamPort, host: '127.0.0.1', allowHalfOpen: true });
    upstream.setNoDelay(true);
    const connection = { client, upstream };
    this.#connections.add(connection);
    const disconnect = (): void => {
      this.#connections.delete(connection);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      socket.on('error', disconnect).on('close', disconnect);
    }
    if (!this.#frozen) this.#forward(connection);
  }

  #forward({ client, upstream }: Connection): void {
    client.pipe(upstream);
    upstream.pipe(client);
  }
}
