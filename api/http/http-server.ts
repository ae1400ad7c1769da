import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { thisMachine } from '#/ledger/machine.ts';
import { householdOf } from './client-address.ts';

/** Longer than common proxies keep idle connections (60 s), so that no proxy sends on a connection that this server is closing. */
const KEEP_ALIVE_MS = 65_000;
/** Headers fit into a few packets; a slower client occupies a connection. */
const HEADERS_MS = 10_000;
/** For headers and body together, enough for an upload. */
const REQUEST_MS = 250_000;
/** How often both timeouts are checked. */
const CHECK_MS = 2_000;

/** Creates a server for untrusted clients. It answers 503 until it gets another request listener. */
export const createHttpServer = (differences: ServerOptions = {}): Server =>
  createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: CHECK_MS,
      ...differences,
    },
    (_request, response) => {
      response.writeHead(503, { 'Retry-After': '2' }).end('starting');
    },
  );

/** Open connections, WebSockets included. */
export interface ConnectionCeilings {
  /** In this process, about 20 kB each. */
  readonly inAll: number;
  /** From one address; only if no proxy is in front. A browser opens 6, and a WebSocket. */
  readonly each: number;
}

export const defaultCeilings: ConnectionCeilings = { inAll: 20_000, each: 600 };

/** From this share of `inAll` on, idle connections are closed. */
const CROWDED = 0.8;
const SWEEP_MS = 1_000;

/** Refuses connections beyond the ceilings before reading a byte, and closes idle ones when crowded. */
export const boundConnections = (
  server: Server,
  { inAll, each }: ConnectionCeilings,
  proxies: number,
): void => {
  const byAddress = new Map<string, number>();
  let open = 0;
  let sweptAt = -Infinity;
  server.maxConnections = inAll;
  const sweep = (): void => {
    const now = thisMachine.elapsedMs();
    if (open < inAll * CROWDED || now - sweptAt < SWEEP_MS) return;
    sweptAt = now;
    server.closeIdleConnections();
  };
  server.on('connection', (socket: Socket) => {
    const address = householdOf(socket.remoteAddress ?? 'unknown');
    const openFromAddress = byAddress.get(address) ?? 0;
    if (proxies === 0 && openFromAddress >= each) {
      socket.destroy();
      return;
    }
    open += 1;
    byAddress.set(address, openFromAddress + 1);
    socket.once('close', () => {
      open -= 1;
      const stillOpen = (byAddress.get(address) ?? 1) - 1;
      if (stillOpen === 0) byAddress.delete(address);
      else byAddress.set(address, stillOpen);
    });
    sweep();
  });
};
