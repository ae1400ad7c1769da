import lighthouse from 'lighthouse';
import { createCaller } from '#/scripts/load/answered.ts';
import { freePort } from '#/scripts/load/product.ts';
import { signIn } from '#/scripts/load/seller-work.ts';
import { people } from '#/scripts/seeds/demo-catalogue.ts';
import { launchBrowser } from '#/scripts/testing/browser.ts';
import type { Measure } from '#/scripts/bench/measure.ts';
import { median, roundTo } from '#/scripts/bench/measure.ts';

const ROUNDS = 5;

const PAGES = {
  signedOut: ['/login', '/register', '/recover-password'],
  seller: [
    '/platform/dashboard',
    '/platform/my-sales',
    '/platform/financial',
    '/platform/my-profile',
  ],
  admin: [
    '/admin-root/dashboard',
    '/admin-root/manage-sales',
    '/admin-root/manage-users',
    '/admin-root/manage-withdraws',
    '/admin-root/platform-settings',
  ],
  master: ['/master-root/platforms', '/master-root/session-logs'],
  manager: ['/manager-root/dashboard', '/manager-root/manager-users'],
} as const;

/** `performance` = score from 0 to 100; `shift` = CLS; the others in milliseconds. */
interface Visit {
  readonly performance: number;
  readonly shift: number;
  readonly paint: number;
  readonly first: number;
  readonly blocked: number;
}

/** Visits a page as Lighthouse's phone: 1.6 Mbps, 150 ms, 4× CPU, with an empty cache. */
const visit = async (port: number, url: string, cookie: string | undefined): Promise<Visit> => {
  const result = await lighthouse(url, {
    port,
    onlyCategories: ['performance'],
    logLevel: 'error',
    ...(cookie !== undefined && { extraHeaders: { Cookie: cookie } }),
  });
  if (!result) throw new Error(`no report of ${url}`);
  const { audits, categories } = result.lhr;
  const figure = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: (categories['performance']?.score ?? 0) * 100,
    shift: figure('cumulative-layout-shift'),
    paint: figure('largest-contentful-paint'),
    first: figure('first-contentful-paint'),
    blocked: figure('total-blocking-time'),
  };
};

const measuresOf = (path: string, visits: readonly Visit[]): readonly Measure[] => {
  const middle = (key: keyof Visit): number => median(visits.map((each) => each[key]));
  const details = {
    firstPaintMs: roundTo(middle('first'), 0),
    blockedMs: roundTo(middle('blocked'), 0),
  };
  const score = roundTo(middle('performance'), 0);
  const paint = roundTo(middle('paint') / 1_000);
  const shift = roundTo(middle('shift'), 3);
  return [
    {
      name: `${path}: Lighthouse performance, phone, cold`,
      value: score,
      unit: '',
      threshold: '≥ 90',
      ok: score >= 90,
      details,
    },
    { name: `${path}: LCP`, value: paint, unit: 's', threshold: '≤ 2.0', ok: paint <= 2, details },
    {
      name: `${path}: CLS`,
      value: shift,
      unit: '',
      threshold: '≤ 0.05',
      ok: shift <= 0.05,
      details,
    },
  ];
};

/** Measures a phone's first visit of each page: the median of five. */
export const benchLighthouse = async (url: string): Promise<readonly Measure[]> => {
  const port = await freePort();
  const browser = await launchBrowser({ debuggingPort: port });
  const caller = createCaller(url);
  try {
    const cookies = {
      signedOut: undefined,
      seller: await signIn(caller),
      admin: await signIn(caller, people.admin.email),
      master: await signIn(caller, people.master.email),
      manager: await signIn(caller, people.manager.email),
    };
    const measures: Measure[] = [];
    for (const who of ['signedOut', 'seller', 'admin', 'master', 'manager'] as const) {
      for (const path of PAGES[who]) {
        const visits: Visit[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          visits.push(await visit(port, `${url}${path}`, cookies[who]));
        }
        measures.push(...measuresOf(path, visits));
      }
    }
    return measures;
  } finally {
    await caller.close();
    await browser.close();
  }
};
