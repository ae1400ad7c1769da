import type { RequestHandler } from 'express';
import { z } from 'zod';
import { clientAddress } from '#/api/http/client-address.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readJson } from '#/api/http/request-body.ts';
import { thisMachine } from '#/ledger/machine.ts';

export const REPORTS_PATH = '/api/csp-reports';

/** In bytes; browsers may send several reports at once. */
const MAXIMUM_BYTES = 16_000;
/** Reports read from one body. */
const MOST_REPORTS = 20;

const text = z.string().max(4_000).optional().catch(undefined);

/** Body sent for `report-to` (Reporting API): a list of reports of any kind. */
const reports = z.array(
  z.looseObject({
    type: z.string(),
    body: z.looseObject({ effectiveDirective: text, blockedURL: text, documentURL: text }),
  }),
);

/** Body sent for `report-uri` (CSP 2). */
const report = z.looseObject({
  'csp-report': z.looseObject({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
  }),
});

interface Violation {
  readonly directive: string;
  readonly blocked: string;
  readonly page: string;
}

/** Directives that are labels of the metric. Others are counted as `other`, so that callers cannot invent labels. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  'default-src',
  'base-uri',
  'object-src',
  'frame-ancestors',
  'frame-src',
  'form-action',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'media-src',
  'worker-src',
  'manifest-src',
  'connect-src',
]);

const KEYWORDS: ReadonlySet<string> = new Set([
  'inline',
  'eval',
  'wasm-eval',
  'data',
  'blob',
  'self',
]);

/** First path segments of our pages. The rest of a path may contain an id, and is left out. */
const PAGES: ReadonlySet<string> = new Set([
  'checkout',
  'login',
  'register',
  'recover-password',
  'welcome',
  'confirm-email',
  'block-access',
  'platform',
  'admin-root',
  'admin-root-login',
  'master-root',
  'master-root-login',
  'manager-root',
  'manager-login',
  'my-purchases',
  'api',
]);

const LONGEST_ORIGIN = 100;

/** Returns the origin of what was blocked, without path and query, or the browser's keyword. */
const blockedOf = (address = ''): string => {
  if (KEYWORDS.has(address)) return address;
  if (!URL.canParse(address)) return 'other';
  const { origin, protocol } = new URL(address);
  return (origin === 'null' ? protocol : origin).slice(0, LONGEST_ORIGIN);
};

const pageOf = (address = ''): string => {
  if (!URL.canParse(address)) return 'other';
  const [, first = '', ...others] = new URL(address).pathname.split('/');
  if (!PAGES.has(first)) return 'other';
  return others.length === 0 ? `/${first}` : `/${first}/*`;
};

const createViolation = (directive = '', blocked?: string, page?: string): Violation => ({
  directive: DIRECTIVES.has(directive) ? directive : 'other',
  blocked: blockedOf(blocked),
  page: pageOf(page),
});

const violationsIn = (body: unknown): readonly Violation[] => {
  const list = reports.safeParse(body);
  if (list.success) {
    return list.data
      .filter(({ type }) => type === 'csp-violation')
      .slice(0, MOST_REPORTS)
      .map(({ body: cspReport }) =>
        createViolation(cspReport.effectiveDirective, cspReport.blockedURL, cspReport.documentURL),
      );
  }
  const parsedReport = report.safeParse(body);
  if (!parsedReport.success) throw new Rejected('request/invalid-input');
  const cspReport = parsedReport.data['csp-report'];
  const directive =
    cspReport['effective-directive'] ?? cspReport['violated-directive']?.split(' ', 1)[0];
  return [createViolation(directive, cspReport['blocked-uri'], cspReport['document-uri'])];
};

/** A violation is logged again after this time. */
const QUIET_MS = 3_600_000;
/** Different violations logged per hour; more are only counted. */
const MOST_LOGGED = 200;

/**
 * Returns a function that says whether a violation is to be logged. An `lru-cache` would forget the oldest violation when full, and log it
 * again.
 */
const createQuiet = (nowMs: () => number) => {
  const quietUntil = new Map<string, number>();
  return (key: string): boolean => {
    const now = nowMs();
    for (const [logged, end] of quietUntil) if (end <= now) quietUntil.delete(logged);
    if (quietUntil.has(key) || quietUntil.size >= MOST_LOGGED) return false;
    quietUntil.set(key, now + QUIET_MS);
    return true;
  };
};

/** `POST /api/csp-reports`: browsers' reports of what our policy blocked; anybody may send anything. */
export const cspReportRoute = (
  { limit, proxies, logger, metrics }: Pick<Services, 'limit' | 'proxies' | 'logger' | 'metrics'>,
  nowMs: () => number = thisMachine.elapsedMs,
): RequestHandler => {
  const isNew = createQuiet(nowMs);
  return async (request, response) => {
    response.locals.route = 'csp-reports';
    if (request.method !== 'POST') {
      throw new Rejected('request/method-not-allowed', { headers: { Allow: 'POST' } });
    }
    await limit('cspReport', clientAddress(request, proxies));
    const violations = violationsIn(await readJson(request, MAXIMUM_BYTES));
    for (const each of violations) {
      metrics.cspViolations.inc({ directive: each.directive });
      if (isNew(JSON.stringify(each)))
        logger.warn(each, 'a page broke the content security policy');
    }
    response.status(204).end();
  };
};
