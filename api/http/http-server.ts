import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { thisMachine } from '#/ledger/machine.ts';
import { householdOf } from './client-address.ts';

/** Longer than common proxies keep an idle connection (60 s), so that the server does not close one that they are about to use. */
const KEEP_ALIVE_MS = 65_000;
/** Time for request line and headers. They fit into a few packets, so that a client which needs longer only occupies a connection. */
const HEADERS_MS = 10_000;
/** Time for headers and body together, enough for an upload; `admission.ts` gives other requests less. */
const REQUEST_MS = 250_000;
/** Interval at which both timeouts are checked. */
const CHECK_MS = 2_000;

/**
 * Creates a server for untrusted clients: an incomplete request times out with 408. Until another request listener replaces the first one,
 * every request is answered with 503.
 */
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

/** Maximum open connections, WebSockets included. */
export interface ConnectionCeilings {
  /** In this process: about 20 kB each. */
  readonly inAll: number;
  /** From one address, if no proxy is in front of this server: a browser opens 6, and a WebSocket. */
  readonly each: number;
}

export const defaultCeilings: ConnectionCeilings = { inAll: 20_000, each: 600 };

/** From this share of the maximum on, idle connections are closed to make room. */
const CROWDED = 0.8;
const SWEEP_MS = 1_000;

/**
 * Refuses connections beyond `inAll`, and, if no proxy is in front of this server, beyond `each` of one address, before reading a byte.
 * From the share `CROWDED` of `inAll` on, closes idle connections.
 */
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
    const mine = byAddress.get(address) ?? 0;
    if (proxies === 0 && mine >= each) {
      socket.destroy();
      return;
    }
    open += 1;
    byAddress.set(address, mine + 1);
    socket.once('close', () => {
      open -= 1;
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    });
    sweep();
  });
};
