import type { Request, RequestHandler, Response } from 'express';
import { thisMachine } from '#/ledger/machine.ts';
import { clientAddress } from './client-address.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected, sendProblem } from './problem.ts';
import { announcedBytes } from './request-body.ts';
import type { LimitClass } from './request-limits.ts';
import type { DelayRefusal } from './refusal-delay.ts';

/** Limits for requests whose path begins with one of `paths`. */
export interface PathLimits {
  readonly paths: readonly string[];
  /** Rate limit counted here; without it the routes count their calls. */
  readonly limit?: LimitClass;
  /** Longest body accepted, in bytes. */
  readonly bodyBytes: number;
  /** Time for the body to arrive, in milliseconds. */
  readonly bodyMs: number;
}

const JSON_BODY = { bodyBytes: 100_000, bodyMs: 10_000 };

/** The first match applies. */
const defaultPathLimits: readonly PathLimits[] = [
  { paths: ['/api/webhooks'], bodyBytes: 256_000, bodyMs: 10_000 },
  { paths: ['/api/mail-reports'], limit: 'general', bodyBytes: 128_000, bodyMs: 10_000 },
  // Ten megabytes over a slow mobile network.
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

const limitsFor = (allLimits: readonly PathLimits[], path: string): PathLimits | undefined => {
  // Routes ignore case.
  const start = path.slice(0, 40).toLowerCase();
  return allLimits.find(({ paths }) =>
    paths.some((begin) => begin === '/' || start === begin || start.startsWith(`${begin}/`)),
  );
};

/** How long the rest of a body may arrive after the response. */
const LINGER_MS = 2_000;
/** If a body announces that it exceeds its limit by more than this, the connection is closed. */
const LINGER_BYTES = 1_000_000;

/** False for several `Host` headers: a proxy may have routed by another one than this server reads. */
export const hasOneHost = ({ rawHeaders }: { readonly rawHeaders: readonly string[] }): boolean =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length <= 1;

/** Refuses a body that is announced as too long, or arrives too slowly. */
const boundBody = (
  request: Request,
  response: Response,
  { bodyBytes, bodyMs }: PathLimits,
  logger: Services['logger'],
): void => {
  const announced = announcedBytes(request);
  if (announced === 0) return;
  if (announced !== undefined && announced > bodyBytes) {
    const isEndless = announced > bodyBytes + LINGER_BYTES;
    throw new Rejected('request/too-large', isEndless ? { headers: { Connection: 'close' } } : {});
  }
  const late = thisMachine.after(bodyMs, () => {
    // If a response has begun, `sendProblem` breaks it off.
    if (!response.headersSent) response.set('Connection', 'close');
    sendProblem(new Rejected('request/timeout'), request, response, logger);
  });
  request.once('end', late.cancel);
  request.once('close', late.cancel);
};

/** After the response, closes the connection if the rest of the body does not arrive. */
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

/** Checks `Host`, rate limits and the body's size before logging and routing, so that a refusal costs little. */
export const admission = (
  services: Pick<Services, 'limit' | 'proxies' | 'logger' | 'metrics'>,
  waitInTurn: DelayRefusal,
  allLimits: readonly PathLimits[] = defaultPathLimits,
): RequestHandler => {
  const { limit: takePoint, proxies, logger, metrics } = services;
  return async (request, response, next) => {
    if (!hasOneHost(request)) throw new Rejected('request/malformed');
    const pathLimits = limitsFor(allLimits, request.path);
    if (announcedBytes(request) !== 0) hangUpOnRest(request, response);
    if (pathLimits?.limit) {
      try {
        await takePoint(pathLimits.limit, clientAddress(request, proxies));
      } catch (refusal) {
        metrics.httpLimited.inc({ limit: pathLimits.limit });
        await waitInTurn();
        throw refusal;
      }
    }
    if (pathLimits) boundBody(request, response, pathLimits, logger);
    next();
  };
};
