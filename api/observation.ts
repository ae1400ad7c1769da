import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';

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
    .map((part) => (/\d/.test(part) || part.length > 40 ? ':id' : part))
    .join('/')
    .slice(0, 120);

const createMeters = (metrics: Registry) => ({
  seconds: new Histogram({
    name: 'razao_http_request_seconds',
    help: 'Time until an answer was sent',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [metrics],
  }),
  aborted: new Counter({
    name: 'razao_http_requests_aborted_total',
    help: 'Requests whose caller left before the answer',
    labelNames: ['route'],
    registers: [metrics],
  }),
});

/**
 * Gives each request its id, and one log line and one measurement when it is over.
 * `response.locals.route` names what answered (a procedure's name); everything else is counted
 * together, so callers cannot make up labels.
 */
export const observe = (logger: Logger, metrics: Registry): RequestHandler => {
  const { seconds, aborted } = createMeters(metrics);
  return (request, response, next) => {
    const started = performance.now();
    const requestId = requestIdOf(request);
    response.locals.requestId = requestId;
    response.set('X-Request-Id', requestId);
    const path = pathPattern(request.path);
    response.once('close', () => {
      const took = performance.now() - started;
      const { method } = request;
      const { statusCode: status, writableFinished: finished } = response;
      const route = String(response.locals.route ?? 'other');
      if (finished) seconds.observe({ route, status: String(status) }, took / 1_000);
      else aborted.inc({ route });
      const level = status >= 500 ? 'error' : 'info';
      const ms = Math.round(took);
      logger[level]({ requestId, method, path, status, ms, aborted: !finished }, 'request');
    });
    next();
  };
};
