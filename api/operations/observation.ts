import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { clientAddress } from '#/api/http/client-address.ts';
import type { Parts } from '#/api/composition/parts.ts';

type ObservedBy = Pick<Parts, 'logger' | 'metrics' | 'proxies' | 'clientDigest'>;

/** A proxy's own id is kept when it is one, so that both logs can be read together. */
const requestIdOf = (request: Request): string => {
  const given = request.get('X-Request-Id');
  return given !== undefined && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
};

/**
 * What was asked without what may be personal or a right: no query string, and ids (which open
 * payments) as `:id`.
 */
export const pathPattern = (path: string): string =>
  path
    .split('/')
    .map((part) => (/[\d@%]/.test(part) || part.length > 40 ? ':id' : part))
    .join('/')
    .slice(0, 120);

/** Gives each request its id. */
export const identify: RequestHandler = (request, response, next) => {
  const requestId = requestIdOf(request);
  response.locals.requestId = requestId;
  response.set('X-Request-Id', requestId);
  next();
};

/**
 * One log line and one measurement when a request is over.
 * `response.locals` says the rest: `route` names what answered (a procedure's name; everything else
 * is counted together, so callers cannot make up labels), `actor` who called as events name them, `outcome`
 * the code of a problem. `client` is the address, as nobody can read it.
 */
export const observe =
  ({ logger, metrics, proxies, clientDigest }: ObservedBy): RequestHandler =>
  (request, response, next) => {
    const { httpSeconds, httpAborted } = metrics;
    const started = performance.now();
    const { requestId } = response.locals;
    const path = pathPattern(request.path);
    // Asked now: a socket that was closed does not know any more.
    const client = clientDigest(clientAddress(request, proxies));
    response.once('close', () => {
      const took = performance.now() - started;
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
