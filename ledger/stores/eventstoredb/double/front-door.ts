import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { within } from '#/ledger/within.ts';

/** How long a client may take to notice that the server goes. */
const PATIENCE_MS = 500;

interface Passage {
  readonly client: Socket;
  readonly inner: Socket;
}

/**
 * Where clients connect, before the gRPC server: here connections are cut or left hanging as no server in the same
 * process could do it to itself, because Node answers HTTP/2 pings without asking.
 */
export class FrontDoor {
  readonly #innerPort: number;
  readonly #passages = new Set<Passage>();
  #server: Server | undefined;
  #frozen = false;

  constructor(innerPort: number) {
    this.#innerPort = innerPort;
  }

  /** Answers the port, chosen when it was 0. */
  async open(port: number, host: string): Promise<number> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
      this.#admit(client),
    );
    server.listen(port, host);
    await once(server, 'listening');
    this.#server = server;
    return (server.address() as AddressInfo).port;
  }

  /** Cuts every connection and lets nobody in. */
  async close(): Promise<void> {
    const closed = this.#lock();
    for (const { client, inner } of this.#passages) {
      client.destroy();
      inner.destroy();
    }
    await closed;
  }

  /** Lets nobody in, and everybody hear the end of what is said to them. */
  async leave(): Promise<void> {
    const closed = this.#lock();
    await within(PATIENCE_MS, closed, () => undefined);
    await Promise.all([closed, this.close()]);
  }

  /** Resolves when the last connection is gone. */
  async #lock(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    server.close(() => resolve());
    await promise;
  }

  /** Connections stay up and nothing goes through, as with a stopped process. */
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
