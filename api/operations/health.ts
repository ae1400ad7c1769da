import { Router, type Request } from 'express';
import { isFromThisMachine } from '#/api/composition/exposure.ts';
import { Rejected } from '#/api/http/problem.ts';
import { isSameText } from '#/api/http/same-text.ts';
import { within } from '#/ledger/concurrency/within.ts';

/** Why a check failed; contains nothing secret or personal. */
export class NotReady extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join('; '));
    this.name = 'NotReady';
    this.reasons = reasons;
  }
}

/** Checks that must pass before this process gets traffic. A failing check rejects. */
export type ReadinessChecks = Readonly<Record<string, () => Promise<unknown>>>;

const CHECK_TIMEOUT_MS = 2_000;

/** Returns why a check failed; undefined when it passed. */
const runCheck = async (check: () => Promise<unknown>): Promise<readonly string[] | undefined> => {
  const passed = check().then(
    () => undefined,
    (error: unknown) => (error instanceof NotReady ? error.reasons : ['not available']),
  );
  return within(CHECK_TIMEOUT_MS, passed, () => ['no answer in time']);
};

const runChecks = async (
  checks: ReadinessChecks,
): Promise<ReadonlyMap<string, readonly string[] | undefined>> =>
  new Map(
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await runCheck(check)] as const),
    ),
  );

export interface Health {
  /** If one fails, `/readyz` answers 503 and the process gets no traffic. */
  readonly checks: ReadinessChecks;
  /** Problems that need staff but do not stop traffic; listed by `/readyz` under `attention`. */
  readonly attention?: ReadinessChecks;
  readonly metrics: () => Promise<string>;
  readonly metricsToken: string | undefined;
}

/** `/metrics` reveals the business volume. If a token is set, a request needs it; otherwise the request must come from this machine. */
export const healthRoutes = (health: Health): Router => {
  const { checks, attention = {}, metrics, metricsToken } = health;
  const router = Router();
  const hasToken = (request: Request): boolean =>
    metricsToken !== undefined &&
    isSameText(request.get('Authorization')?.replace(/^Bearer /, '') ?? '', metricsToken);
  router.get('/healthz', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get('/readyz', async (request, response) => {
    const [missing, noted] = await Promise.all([runChecks(checks), runChecks(attention)]);
    const listOf = (from: typeof missing) =>
      [...from].flatMap(([what, why]) => (why === undefined ? [] : [{ what, why }]));
    const ready = listOf(missing).length === 0;
    const status = ready ? 'ready' : 'not-ready';
    response
      .status(ready ? 200 : 503)
      .set({ 'Cache-Control': 'no-store', ...(!ready && { 'Retry-After': '2' }) });
    if (!isFromThisMachine(request) && !hasToken(request)) {
      response.json({ status });
      return;
    }
    response.json({
      status,
      checks: Object.fromEntries([...missing].map(([name, why]) => [name, why === undefined])),
      ...(!ready && { missing: listOf(missing) }),
      ...(listOf(noted).length > 0 && { attention: listOf(noted) }),
    });
  });
  router.get('/metrics', async (request, response) => {
    const allowed = metricsToken === undefined ? isFromThisMachine(request) : hasToken(request);
    if (!allowed) throw new Rejected('resource/not-found');
    const text = await metrics();
    response.set('Cache-Control', 'no-store').type('text/plain; version=0.0.4').send(text);
  });
  return router;
};
