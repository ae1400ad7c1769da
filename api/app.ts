import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { admission } from './admission.ts';
import { signInRoutes } from './auth/sign-in.ts';
import { docsRoutes } from './docs.ts';
import { requireAdmitted } from './exposure.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { healthRoutes, type ReadinessChecks } from './health.ts';
import { identify, observe } from './observation.ts';
import type { Parts } from './parts.ts';
import { Rejected, sendProblem } from './problem.ts';
import { procedureRoute, type Procedures } from './procedure.ts';

export interface AppOptions {
  readonly parts: Parts;
  readonly procedures: Procedures;
  readonly readiness: ReadinessChecks;
  /** What people must look at though traffic goes on. */
  readonly attention?: ReadinessChecks;
  /** Text of `/metrics`, when more is asked than what was counted. */
  readonly metricsText?: () => Promise<string>;
  /** Bearer token of `/metrics`; without one only this machine may read it. */
  readonly metricsToken?: string;
  /** Other places the pages may send to: providers' browser tokenisers. */
  readonly connectSources?: readonly string[];
  /** Origins of the storage, when it is not ours: files are sent there, and images come from there. */
  readonly storageOrigins?: readonly string[];
  /** At `/api/webhooks`: providers have bodies, rights and a pace of their own. */
  readonly webhooks?: RequestHandler;
  /** More under `/api`, by path, at the pace of everything else. */
  readonly apiRoutes?: Readonly<Record<`/api/${string}`, RequestHandler>>;
  /** Everything else: pages and assets. */
  readonly pages?: readonly RequestHandler[];
}

const nonceOf = (response: ServerResponse): string =>
  'locals' in response && typeof response.locals === 'object' && response.locals !== null
    ? `'nonce-${String('cspNonce' in response.locals ? response.locals.cspNonce : '')}'`
    : `'none'`;

/**
 * Pages may run only our own scripts, or an inline one with this answer's nonce:
 * `response.locals.cspNonce`, which server-rendered pages put on their tags. Style attributes stay
 * open, because sellers choose colours.
 */
const securityHeaders = (
  publicUrl: string,
  connectSources: readonly string[],
  storageOrigins: readonly string[],
): RequestHandler => {
  const secure = publicUrl.startsWith('https:');
  const withNonce = (_request: unknown, response: ServerResponse) => nonceOf(response);
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [`'self'`],
        baseUri: [`'none'`],
        objectSrc: [`'none'`],
        frameAncestors: [`'none'`],
        formAction: [`'self'`],
        scriptSrc: [`'self'`, withNonce],
        styleSrc: [`'self'`, withNonce],
        styleSrcAttr: [`'unsafe-inline'`],
        imgSrc: [`'self'`, 'data:', 'https:', ...storageOrigins],
        connectSrc: [`'self'`, ...connectSources, ...storageOrigins],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
};

const withNonce: RequestHandler = (_request, response, next) => {
  response.locals.cspNonce = randomBytes(16).toString('base64');
  next();
};

const nothingHere: RequestHandler = () => {
  throw new Rejected('request/unknown-procedure');
};

/** The whole HTTP surface. Sockets are attached to its server by `live/attach-live.ts`. */
export const createApp = (options: AppOptions): Express => {
  const { parts, procedures, connectSources = [], storageOrigins = [] } = options;
  const { apiRoutes = {}, pages = [] } = options;
  const { logger, metrics, publicUrl } = parts;
  const { registry } = metrics;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  // Queries are read by the contract; Express must not parse them its own way.
  app.set('query parser', false);
  app.use(
    identify,
    admission(parts),
    observe(logger, metrics),
    withNonce,
    securityHeaders(publicUrl, connectSources, storageOrigins),
    (request, _response, next) => {
      requireAdmitted(request, parts);
      next();
    },
  );
  app.use(
    healthRoutes({
      checks: options.readiness,
      ...(options.attention && { attention: options.attention }),
      metrics: options.metricsText ?? (() => registry.metrics()),
      metricsToken: options.metricsToken,
    }),
  );
  if (options.webhooks) app.use('/api/webhooks', options.webhooks);
  app.use('/api', (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  app.use(exportRoutes(parts), compression(), signInRoutes(parts), docsRoutes());
  for (const [path, route] of Object.entries(apiRoutes)) app.use(path, route);
  app.use('/api', procedureRoute(procedures, parts), nothingHere);
  for (const page of pages) app.use(page);
  app.use(nothingHere);
  const onError: ErrorRequestHandler = (error, request, response, _next) => {
    sendProblem(error, request, response, logger);
  };
  app.use(onError);
  return app;
};
