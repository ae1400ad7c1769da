import type { RequestHandler } from 'express';
import { z } from 'zod';
import { clientAddress } from '#/api/http/client-address.ts';
import type { Parts } from '#/api/composition/parts.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readJson } from '#/api/http/request-body.ts';

export const REPORTS_PATH = '/api/csp-reports';

/** A report is about one kilobyte; browsers send some at once. */
const MAXIMUM_BYTES = 16_000;
/** Of one body; a page that breaks the policy often breaks it in one way. */
const MOST_REPORTS = 20;

const text = z.string().max(4_000).optional().catch(undefined);

/** As `report-to` sends them (Reporting API): a list of reports of any kind. */
const reports = z.array(
  z.looseObject({
    type: z.string(),
    body: z.looseObject({ effectiveDirective: text, blockedURL: text, documentURL: text }),
  }),
);

/** As `report-uri` does (CSP 2). */
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

/** Those of our own policy, so that nobody makes up labels of metrics. */
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

/** Beginnings of our pages' addresses; what follows may be somebody's id, and is left out. */
const PAGES: ReadonlySet<string> = new Set([
  'checkout',
  'login',
  'register',
  'platform',
  'admin-root',
  'admin-root-login',
  'master-root',
  'manager-root',
  'my-purchases',
  'api',
]);

const LONGEST_ORIGIN = 100;

/** Its origin or what the browser calls it, never a path or a query. */
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

const violation = (directive = '', blocked?: string, page?: string): Violation => ({
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
      .map(({ body: told }) =>
        violation(told.effectiveDirective, told.blockedURL, told.documentURL),
      );
  }
  const one = report.safeParse(body);
  if (!one.success) throw new Rejected('request/invalid-input');
  const told = one.data['csp-report'];
  const directive = told['effective-directive'] ?? told['violated-directive']?.split(' ', 1)[0];
  return [violation(directive, told['blocked-uri'], told['document-uri'])];
};

/** What was logged is logged again after this time. */
const QUIET_MS = 3_600_000;
/** Of different ones; more in an hour are counted, and not logged. */
const MOST_LOGGED = 200;

/** Lets each violation through once an hour. */
const createQuiet = (nowMs: () => number) => {
  const until = new Map<string, number>();
  return (key: string): boolean => {
    const now = nowMs();
    for (const [known, end] of until) if (end <= now) until.delete(known);
    if (until.has(key) || until.size >= MOST_LOGGED) return false;
    until.set(key, now + QUIET_MS);
    return true;
  };
};

/**
 * `POST /api/csp-reports`: what browsers say our policy kept from their pages. Anybody may send anything here, so it is
 * bounded in size and rate, and nothing is kept but directive, origin and kind of page: a figure, and one log line.
 */
export const cspReportRoute = (
  { limit, proxies, logger, metrics }: Pick<Parts, 'limit' | 'proxies' | 'logger' | 'metrics'>,
  nowMs: () => number = () => performance.now(),
): RequestHandler => {
  const isNew = createQuiet(nowMs);
  return async (request, response) => {
    response.locals.route = 'csp-reports';
    if (request.method !== 'POST') {
      throw new Rejected('request/method-not-allowed', { headers: { Allow: 'POST' } });
    }
    await limit('cspReport', clientAddress(request, proxies));
    const found = violationsIn(await readJson(request, MAXIMUM_BYTES));
    for (const each of found) {
      metrics.cspViolations.inc({ directive: each.directive });
      if (isNew(JSON.stringify(each)))
        logger.warn(each, 'a page broke the content security policy');
    }
    response.status(204).end();
  };
};
