import type { Request, RequestHandler, Response } from 'express';
import { clientAddress } from './client-address.ts';
import type { Parts } from '#/api/composition/parts.ts';
import { Rejected, sendProblem } from './problem.ts';
import { announcedBytes } from './request-body.ts';
import type { LimitClass } from './request-limits.ts';
import type { WaitInTurn } from './waiting-room.ts';

/** What stands at the beginning of a path, and what is let in there. */
export interface Door {
  readonly paths: readonly string[];
  /** Taken here, before anything else is done; without one the routes count by themselves. */
  readonly limit?: LimitClass;
  /** The longest body, in bytes, that is waited for at all; its route may take less. */
  readonly bodyBytes: number;
  /** How long a body may take to arrive. */
  readonly bodyMs: number;
}

const JSON_BODY = { bodyBytes: 100_000, bodyMs: 10_000 };

/** The first that fits; the last fits always. */
const defaultDoors: readonly Door[] = [
  { paths: ['/api/webhooks'], bodyBytes: 256_000, bodyMs: 10_000 },
  // Ten megabytes over the slow side of a mobile network.
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
  // As the routes compare them.
  const asked = path.slice(0, 40).toLowerCase();
  return doors.find(({ paths }) =>
    paths.some((begin) => begin === '/' || asked === begin || asked.startsWith(`${begin}/`)),
  );
};

/** After an answer that did not wait for the body, so long may the rest of it still arrive. */
const LINGER_MS = 2_000;
/** Of a body that is longer than that beyond what is taken nothing is waited for. */
const LINGER_BYTES = 1_000_000;

/** Two would be two sites: what stands before us may have looked at the other one. */
export const hasOneHost = ({ rawHeaders }: { readonly rawHeaders: readonly string[] }): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length <= 1;

/** A body ends in its time and at its length, or the connection does. */
const boundBody = (
  request: Request,
  response: Response,
  { bodyBytes, bodyMs }: Door,
  logger: Parts['logger'],
): void => {
  const announced = announcedBytes(request);
  if (announced === 0) return;
  if (announced !== undefined && announced > bodyBytes) {
    const isEndless = announced > bodyBytes + LINGER_BYTES;
    throw new Rejected('request/too-large', isEndless ? { headers: { Connection: 'close' } } : {});
  }
  const late = setTimeout(() => {
    // An answer that is under way is cut off by it: half a request has none.
    if (!response.headersSent) response.set('Connection', 'close');
    sendProblem(new Rejected('request/timeout'), request, response, logger);
  }, bodyMs);
  request.once('end', () => clearTimeout(late));
  request.once('close', () => clearTimeout(late));
};

/** What is left of a body when its answer was sent is not waited for without end. */
const hangUpOnRest = (request: Request, response: Response): void => {
  response.once('finish', () => {
    if (request.complete) return;
    request.resume();
    setTimeout(() => request.complete || request.socket.destroy(), LINGER_MS).unref();
  });
};

/**
 * Before everything else, logging included: who asks too often, too long or ambiguously is refused for less than it costs
 * to ask.
 */
export const admission = (
  parts: Pick<Parts, 'limit' | 'proxies' | 'logger' | 'metrics'>,
  waitInTurn: WaitInTurn,
  doors: readonly Door[] = defaultDoors,
): RequestHandler => {
  const { limit: take, proxies, logger, metrics } = parts;
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
