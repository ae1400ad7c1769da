import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { within } from '#/ledger/concurrency/within.ts';

/** How long clients may take to close their connections when the server stops. */
const TIMEOUT_MS = 500;

interface Passage {
  readonly client: Socket;
  readonly inner: Socket;
}

/**
 * The port where clients connect, in front of the gRPC server. It can cut or freeze connections, which a server in the same
 * process cannot do to itself, because Node answers HTTP/2 pings automatically.
 */
export class FrontDoor {
  readonly #innerPort: number;
  readonly #passages = new Set<Passage>();
  #server: Server | undefined;
  #frozen = false;

  constructor(innerPort: number) {
    this.#innerPort = innerPort;
  }

  /** Returns the port, a free one when `port` is 0. */
  async open(port: number, host: string): Promise<number> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
      this.#admit(client),
    );
    server.listen(port, host);
    await once(server, 'listening');
    this.#server = server;
    return (server.address() as AddressInfo).port;
  }

  /** Cuts every connection and accepts no new ones. */
  async close(): Promise<void> {
    const closed = this.#lock();
    for (const { client, inner } of this.#passages) {
      client.destroy();
      inner.destroy();
    }
    await closed;
  }

  /** Accepts no new connections, and lets clients receive pending responses before the rest is cut. */
  async leave(): Promise<void> {
    const closed = this.#lock();
    await within(TIMEOUT_MS, closed, () => undefined);
    await Promise.all([closed, this.close()]);
  }

  /** Stops accepting connections; resolves when the last one is closed. */
  async #lock(): Promise<void> {
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
    for (const { client, inner } of this.#passages) {
      client.unpipe(inner).pause();
      inner.unpipe(client).pause();
    }
  }

  thaw(): void {
    this.#frozen = false;
    for (const passage of this.#passages) this.#let(passage);
  }

  #admit(client: Socket): void {
    const inner = connect({ port: this.#innerPort, host: '127.0.0.1', allowHalfOpen: true });
    inner.setNoDelay(true);
    const passage = { client, inner };
    this.#passages.add(passage);
    const leave = (): void => {
      this.#passages.delete(passage);
      client.destroy();
      inner.destroy();
    };
    for (const socket of [client, inner]) socket.on('error', leave).on('close', leave);
    if (!this.#frozen) this.#let(passage);
  }

  #let({ client, inner }: Passage): void {
    client.pipe(inner);
    inner.pipe(client);
  }
}
