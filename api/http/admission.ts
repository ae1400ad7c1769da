import type { Request, RequestHandler, Response } from 'express';
import { thisMachine } from '#/ledger/machine.ts';
import { clientAddress } from './client-address.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected, sendProblem } from './problem.ts';
import { announcedBytes } from './request-body.ts';
import type { LimitClass } from './request-limits.ts';
import type { WaitInTurn } from './waiting-room.ts';

/** Limits for the requests whose path begins with one of `paths`. */
export interface Door {
  readonly paths: readonly string[];
  /** Rate limit counted here, before any other work; without it the routes count their own calls. */
  readonly limit?: LimitClass;
  /** Longest body accepted, in bytes; the route may accept less. */
  readonly bodyBytes: number;
  /** Time for the body to arrive, in milliseconds. */
  readonly bodyMs: number;
}

const JSON_BODY = { bodyBytes: 100_000, bodyMs: 10_000 };

/** The first match applies; the last entry matches every path. */
const defaultDoors: readonly Door[] = [
  { paths: ['/api/webhooks'], bodyBytes: 256_000, bodyMs: 10_000 },
  { paths: ['/api/mail-reports'], limit: 'general', bodyBytes: 128_000, bodyMs: 10_000 },
  // Time for ten megabytes over a slow mobile network.
  {
    paths: ['/api/files', '/api/private-files'],
    limit: 'general',
    bodyBytes: 11_000_000,
    bodyMs: 240_000,
  },
  { paths: ['/api'], limit: 'general', ...JSON_BODY },
  { paths: ['/healthz', '/readyz', '/metrics'], limit: 'health', ...JSON_BODY },
  { paths: ['/sandbox'], limit: 'sandbox', ...JSON_BODY },
  {
    paths: ['/checkout/assets', '/assets', '/files', '/private-files'],
    limit: 'asset',
    ...JSON_BODY,
  },
  { paths: ['/'], limit: 'page', ...JSON_BODY },
];

const doorOf = (doors: readonly Door[], path: string): Door | undefined => {
  // Case-insensitive, as the routes compare paths.
  const start = path.slice(0, 40).toLowerCase();
  return doors.find(({ paths }) =>
    paths.some((begin) => begin === '/' || start === begin || start.startsWith(`${begin}/`)),
  );
};

/** After a response that did not wait for the whole body, the rest may arrive for this long. */
const LINGER_MS = 2_000;
/** If the announced length of a body exceeds its limit by more than this, the connection is closed after the refusal. */
const LINGER_BYTES = 1_000_000;

/**
 * Returns false if there are several `Host` headers: a proxy in front of this server may have routed by another one than this server reads.
 */
export const hasOneHost = ({ rawHeaders }: { readonly rawHeaders: readonly string[] }): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length <= 1;

/** Refuses a body whose announced length exceeds `bodyBytes`, or that takes longer than `bodyMs`; `readBody` counts the bytes that come. */
const boundBody = (
  request: Request,
  response: Response,
  { bodyBytes, bodyMs }: Door,
  logger: Services['logger'],
): void => {
  const announced = announcedBytes(request);
  if (announced === 0) return;
  if (announced !== undefined && announced > bodyBytes) {
    const isEndless = announced > bodyBytes + LINGER_BYTES;
    throw new Rejected('request/too-large', isEndless ? { headers: { Connection: 'close' } } : {});
  }
  const late = thisMachine.after(bodyMs, () => {
    // If a response is under way, `sendProblem` destroys the connection: the request was incomplete.
    if (!response.headersSent) response.set('Connection', 'close');
    sendProblem(new Rejected('request/timeout'), request, response, logger);
  });
  request.once('end', late.cancel);
  request.once('close', late.cancel);
};

/** Closes the connection if the rest of the body has not arrived `LINGER_MS` after the response. */
const hangUpOnRest = (request: Request, response: Response): void => {
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    const rest = thisMachine.after(LINGER_MS, () => {
      if (!request.complete) request.socket.destroy();
    });
    request.socket.once('close', rest.cancel);
  });
};

/**
 * Runs before a request is logged and routed, so that a refusal costs little. Refuses requests that have several `Host` headers, are too
 * long, or, where the door has a limit, come too often.
 */
export const admission = (
  services: Pick<Services, 'limit' | 'proxies' | 'logger' | 'metrics'>,
  waitInTurn: WaitInTurn,
  doors: readonly Door[] = defaultDoors,
): RequestHandler => {
  const { limit: take, proxies, logger, metrics } = services;
  return async (request, response, next) => {
    if (!hasOneHost(request)) throw new Rejected('request/malformed');
    const door = doorOf(doors, request.path);
    if (announcedBytes(request) !== 0) hangUpOnRest(request, response);
    if (door?.limit) {
      try {
        await take(door.limit, clientAddress(request, proxies));
      } catch (refusal) {
        metrics.httpLimited.inc({ limit: door.limit });
        await waitInTurn();
        throw refusal;
      }
    }
    if (door) boundBody(request, response, door, logger);
    next();
  };
};
