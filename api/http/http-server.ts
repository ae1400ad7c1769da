import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { householdOf } from './client-address.ts';

/** Longer than proxies and browsers keep an idle connection, so that we never close one in their face. */
const KEEP_ALIVE_MS = 65_000;
/** A request line and headers fit one packet or a few: who needs longer only holds a connection. */
const HEADERS_MS = 10_000;
/** Headers and body together; the longest is an upload, and `admission.ts` gives the others less. */
const REQUEST_MS = 250_000;
/** How late those two may be noticed. */
const CHECK_MS = 2_000;

/** A server for requests that may come from anybody: half a request ends in its time, with 408. */
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

/** Open connections, live sockets among them. */
export interface ConnectionCeilings {
  /** Of this process: about 20 kB each. */
  readonly inAll: number;
  /** Of one address, where no proxy stands before us: a browser opens 6, and a socket. */
  readonly each: number;
}

export const defaultCeilings: ConnectionCeilings = { inAll: 20_000, each: 600 };

/** From this share of the ceiling on, connections that wait for a next request are closed to make room. */
const CROWDED = 0.8;
const SWEEP_MS = 1_000;

/** Refuses connections beyond the ceilings, before a byte of them is read. */
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
    const now = performance.now();
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
