import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { hasOneHost } from '#/api/http/admission.ts';
import { clientAddress } from '#/api/http/client-address.ts';
import { isSameSite } from '#/api/http/cross-site.ts';
import { isAdmitted } from '#/api/composition/exposure.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { Timer } from '#/domain/ports/machine.ts';
import { repeat } from '#/ledger/concurrency/repeat.ts';
import { within } from '#/ledger/concurrency/within.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { Connection } from './connection.ts';
import { OpenSockets, type LiveBounds } from './live-bounds.ts';
import { startRechecks, type Rechecks } from './rechecks.ts';
import { createTopics } from './topics.ts';

/** In bytes. */
const LONGEST_MESSAGE = 4_096;
const HEARTBEAT_MS = 30_000;
/** RFC 6455 §7.4.1 close codes: the server shuts down; the client was silent for too long. */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;

const statusLines: Readonly<Record<number, string>> = {
  400: '400 Bad Request',
  403: '403 Forbidden',
  404: '404 Not Found',
  429: '429 Too Many Requests',
  503: '503 Service Unavailable',
};

const refuseUpgrade = (socket: Duplex, status: number): void => {
  socket.end(`HTTP/1.1 ${statusLines[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';

interface LiveDependencies {
  readonly services: Services;
  readonly topics: ReturnType<typeof createTopics>;
  /** Without bounds, idle sockets stay open and their number is unlimited. */
  readonly bounds: LiveBounds | undefined;
  readonly rechecks: Rechecks;
}

/** Closes a socket that sends no message for too long. @returns `restart` to report a message, `allow` to change the allowed silence */
const watchSilence = (socket: WebSocket, firstMs: number | undefined) => {
  if (firstMs === undefined) return { restart: () => undefined, allow: () => undefined };
  let allowedMs = firstMs;
  let silent: Timer | undefined;
  const restart = (): void => {
    silent?.cancel();
    silent = thisMachine.after(allowedMs, () =>
      socket.close(POLICY_VIOLATION, 'silent for too long'),
    );
  };
  restart();
  socket.on('close', () => silent?.cancel());
  return {
    restart,
    allow: (milliseconds: number): void => {
      if (milliseconds === allowedMs) return;
      allowedMs = milliseconds;
      restart();
    },
  };
};

const serve = (
  socket: WebSocket,
  request: IncomingMessage,
  { services, topics, bounds, rechecks }: LiveDependencies,
): void => {
  const { callers, hub, logger } = services;
  const address = clientAddress(request, services.proxies);
  const headers = new Headers({ cookie: request.headers.cookie ?? '' });
  const findCurrent = callers.follow(headers, 'watches');
  const onFailure = (err: unknown): void => logger.error({ err }, 'live subscription failed');

  const silence = watchSilence(socket, bounds?.beforeFirstMs);
  const findCaller = async () => {
    const caller = await findCurrent();
    if (bounds) silence.allow(caller ? bounds.signedInMs : bounds.anonymousMs);
    return caller;
  };
  const connection = new Connection({
    hub,
    topics,
    findCaller,
    may: (limit) =>
      services.limit(limit, address).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Rejected) return false;
          throw error;
        },
      ),
    onFailure,
    socket: {
      send: (text) => socket.send(text),
      bufferedAmount: () => socket.bufferedAmount,
      close: (code, reason) => socket.close(code, reason),
    },
  });
  const leaveRechecks = rechecks.add(connection);
  socket.on('message', (data, isBinary) => {
    // By default, `ws` delivers each message as one Buffer.
    const text = isBinary || !Buffer.isBuffer(data) ? '' : data.toString('utf8');
    silence.restart();
    connection.receive(text).catch(onFailure);
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    leaveRechecks();
    connection.close();
  });
};

/** Pings each socket, and closes it if no answer came before the next ping: its client vanished. @returns a function that ends this */
const keepHeartbeat = (sockets: WebSocketServer): (() => void) => {
  const alive = new WeakSet<WebSocket>();
  sockets.on('connection', (socket) => {
    alive.add(socket);
    socket.on('pong', () => alive.add(socket));
  });
  const beat = (): void => {
    for (const socket of sockets.clients) {
      if (alive.delete(socket)) socket.ping();
      else socket.terminate();
    }
  };
  return repeat(HEARTBEAT_MS, beat);
};

export interface Live {
  readonly close: () => Promise<void>;
}

/** Serves `/live` on a server. */
export const attachLive = (server: Server, services: Services, bounds?: LiveBounds): Live => {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LONGEST_MESSAGE,
    perMessageDeflate: false,
  });
  const topics = createTopics(services);
  const openSockets = bounds && new OpenSockets(bounds);
  const endHeartbeat = keepHeartbeat(sockets);
  const rechecks = startRechecks((err) =>
    services.logger.error({ err }, 'access of live sockets cannot be checked'),
  );
  const socketGauge = services.metrics.liveSockets;
  sockets.on('connection', (socket, request) => {
    socketGauge.inc();
    socket.once('close', () => socketGauge.dec());
    serve(socket, request, { services, topics, bounds, rechecks });
  });

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!hasOneHost(request)) {
      refuseUpgrade(socket, 400);
      return;
    }
    if (!isAdmitted(request, services) || !isSameSite(request, services.publicUrl)) {
      refuseUpgrade(socket, 403);
      return;
    }
    const address = clientAddress(request, services.proxies);
    try {
      await services.limit('live', address);
    } catch (error) {
      refuseUpgrade(socket, error instanceof Rejected ? 429 : 503);
      return;
    }
    if (openSockets?.admit(socket, address) === false) {
      refuseUpgrade(socket, 429);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      sockets.emit('connection', opened, request);
    });
  };
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (pathOf(request) === '/live') {
      upgrade(request, socket, head).catch(() => socket.destroy());
    } else if (server.listenerCount('upgrade') === 1) refuseUpgrade(socket, 404);
  };
  server.on('upgrade', onUpgrade);

  return {
    close: async () => {
      endHeartbeat();
      rechecks.stop();
      server.off('upgrade', onUpgrade);
      for (const socket of sockets.clients) socket.close(GOING_AWAY, 'restarting');
      const { promise, resolve } = Promise.withResolvers<void>();
      sockets.close(() => resolve());
      // Do not wait for clients that do not answer the close.
      await within(2_000, promise, () => {
        for (const socket of sockets.clients) socket.terminate();
      });
      await promise;
    },
  };
};
