import { timingSafeEqual } from 'node:crypto';
import { Router, type Request } from 'express';
import type { Registry } from 'prom-client';
import { Rejected } from './problem.ts';

/**
 * What must work before this process is sent traffic, by name; a check rejects when it does not.
 */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

const CHECK_TIMEOUT_MS = 2_000;

const within = async (check: () => Promise<unknown>): Promise<boolean> => {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  const passed = check().then(
    () => true,
    () => false,
  );
  const answer = await Promise.race([passed, late]);
  clearTimeout(timer);
  return answer;
};

const isLoopback = (request: Request): boolean =>
  /^(?:::1|(?:::ffff:)?127\.)/.test(request.socket.remoteAddress ?? '') &&
  request.get('X-Forwarded-For') === undefined;

const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/**
 * `/healthz` (the process lives), `/readyz` (it may be sent traffic; 503 naming what is not ready)
 * and `/metrics` for Prometheus, which tells the volume of business: with `Authorization: Bearer
 * <token>`, or from this machine itself.
 */
export const healthRoutes = (options: {
  readonly checks: ReadinessChecks;
  readonly metrics: Registry;
  readonly metricsToken: string | undefined;
}): Router => {
  const { checks, metrics, metricsToken } = options;
  const router = Router();
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await within(check)] as const),
    );
    const ready = results.every(([, passed]) => passed);
    response
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json({ status: ready ? 'ready' : 'not-ready', checks: Object.fromEntries(results) });
  });
  router.get('/metrics', async (request, response) => {
    const given = request.get('Authorization')?.replace(/^Bearer /, '') ?? '';
    const allowed =
      metricsToken === undefined ? isLoopback(request) : sameText(given, metricsToken);
    if (!allowed) throw new Rejected('resource/not-found');
    const text = await metrics.metrics();
    response.set('Cache-Control', 'no-store').type(metrics.contentType).send(text);
  });
  return router;
};
