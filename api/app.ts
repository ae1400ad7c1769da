import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { admission } from './http/admission.ts';
import { signInRoutes } from './auth/sign-in.ts';
import { cspReportRoute, REPORTS_PATH } from './pages/csp-reports.ts';
import { docsRoutes } from './http/docs.ts';
import { requireAdmitted } from './composition/exposure.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { watchForwarded } from './operations/forwarded-watch.ts';
import { healthRoutes, type ReadinessChecks } from './operations/health.ts';
import { identify, observe } from './operations/observation.ts';
import type { Services } from './composition/api-services.ts';
import { Rejected, sendProblem } from './http/problem.ts';
import { procedureRoute, type Procedures } from './http/procedure.ts';
import { pageNonce, securityHeaders } from './pages/security-headers.ts';
import { createRefusalDelay, type DelayRefusal } from './http/refusal-delay.ts';

export interface AppOptions {
  readonly services: Services;
  readonly procedures: Procedures;
  readonly readiness: ReadinessChecks;
  /** Problems that need staff but do not stop traffic. */
  readonly attention?: ReadinessChecks;
  readonly metricsText?: () => Promise<string>;
  /** Bearer token of `/metrics`; without one only this machine may read it. */
  readonly metricsToken?: string;
  /** Origins of providers' browser tokenisers. */
  readonly connectSources?: readonly string[];
  /** Origins of an external file storage. */
  readonly storageOrigins?: readonly string[];
  /** Mounted at `/api/webhooks`, with body limits and rate limits of its own. */
  readonly webhooks?: RequestHandler;
  /** Further routes under `/api`, by path, with the general rate limit. */
  readonly apiRoutes?: Readonly<Record<`/api/${string}`, RequestHandler>>;
  readonly pages?: readonly RequestHandler[];
}

const refuseUnknown: RequestHandler = () => {
  throw new Rejected('request/unknown-procedure');
};

/** Delays `rate/limited` refusals of the webhook routes. */
const refuseLate =
  (waitInTurn: DelayRefusal): ErrorRequestHandler =>
  async (error, _request, _response, next) => {
    if (error instanceof Rejected && error.code === 'rate/limited') await waitInTurn();
    next(error);
  };

/** Creates the HTTP application, without the sockets. */
export const createApp = (options: AppOptions): Express => {
  const { services, procedures, connectSources = [], storageOrigins = [] } = options;
  const { apiRoutes = {}, pages = [] } = options;
  const { logger, metrics, publicUrl } = services;
  const { registry } = metrics;
  const waitInTurn = createRefusalDelay();
  const sources = { publicUrl, connectSources, storageOrigins };
  const app = express();
  const forwarded = watchForwarded(services);
  app.disable('x-powered-by').disable('etag');
  // The contract parses queries; Express must not parse them its own way.
  app.set('query parser', false);
  app.use(
    identify,
    admission(services, waitInTurn),
    forwarded.look,
    observe(services),
    ...securityHeaders(sources),
    (request, _response, next) => {
      requireAdmitted(request, services);
      next();
    },
  );
  app.use(
    healthRoutes({
      checks: options.readiness,
      attention: { ...options.attention, proxies: forwarded.check },
      metrics: options.metricsText ?? (() => registry.metrics()),
      metricsToken: options.metricsToken,
    }),
  );
  if (options.webhooks) app.use('/api/webhooks', options.webhooks, refuseLate(waitInTurn));
  app.use('/api', (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  app.use(REPORTS_PATH, cspReportRoute(services));
  app.use('/api/docs', ...pageNonce(sources));
  app.use(exportRoutes(services), compression(), signInRoutes(services), docsRoutes());
  for (const [path, route] of Object.entries(apiRoutes)) app.use(path, route);
  app.use('/api', procedureRoute(procedures, services), refuseUnknown);
  app.use(...pageNonce(sources), ...pages);
  app.use(refuseUnknown);
  const onError: ErrorRequestHandler = (error, request, response, _next) => {
    sendProblem(error, request, response, logger);
  };
  app.use(onError);
  return app;
};
