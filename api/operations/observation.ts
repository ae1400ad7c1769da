import type { Request, RequestHandler } from 'express';
import { clientAddress } from '#/api/http/client-address.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { thisMachine } from '#/ledger/machine.ts';

type ObservedBy = Pick<Services, 'logger' | 'metrics' | 'proxies' | 'clientDigest'>;

/** Takes over a proxy's request id if it is well-formed, so that both logs can be read together. */
const requestIdOf = (request: Request): string => {
  const id = request.get('X-Request-Id');
  return id !== undefined && /^[\w-]{8,64}$/.test(id) ? id : thisMachine.uuid();
};

/** Puts `:id` in place of parts that may be an id: some ids open payments, so they must not stand in logs. */
export const pathPattern = (path: string): string =>
  path
    .split('/')
    .map((part) => (/[\d@%]/.test(part) || part.length > 40 ? ':id' : part))
    .join('/')
    .slice(0, 120);

/** Gives each request an id, `response.locals.requestId`. */
export const identify: RequestHandler = (request, response, next) => {
  const requestId = requestIdOf(request);
  response.locals.requestId = requestId;
  response.set('X-Request-Id', requestId);
  next();
};

/** Logs and measures each request. Routes set `response.locals`: `route`, `actor`, and `outcome` (the error code). */
export const observe =
  ({ logger, metrics, proxies, clientDigest }: ObservedBy): RequestHandler =>
  (request, response, next) => {
    const { httpSeconds, httpAborted } = metrics;
    const started = thisMachine.elapsedMs();
    const { requestId } = response.locals;
    const path = pathPattern(request.path);
    // Read before the response, because a closed socket has no address.
    const client = clientDigest(clientAddress(request, proxies));
    response.once('close', () => {
      const took = thisMachine.elapsedMs() - started;
      const { method } = request;
      const { statusCode: status, writableFinished: finished, locals } = response;
      const route = String(locals.route ?? 'other');
      if (finished) httpSeconds.observe({ route, status: String(status) }, took / 1_000);
      else httpAborted.inc({ route });
      const level = status >= 500 ? 'error' : 'info';
      const ms = Math.round(took);
      const actor = String(locals.actor ?? 'unknown');
      const outcome = finished ? String(locals.outcome ?? 'ok') : 'aborted';
      const procedure = locals.route === undefined ? null : route;
      const line = { requestId, method, path, procedure, actor, client, status, ms, outcome };
      logger[level](line, 'request');
    });
    next();
  };
