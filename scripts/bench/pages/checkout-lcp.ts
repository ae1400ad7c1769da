import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '#/scripts/testing/browser.ts';
import type { Measure } from '#/scripts/bench/measure.ts';
import { median, roundTo } from '#/scripts/bench/measure.ts';

const ROUNDS = 5;
const CPU_SLOWDOWN = 4;
const LATENCY_MS = 150;
const BYTES_PER_SECOND = (1.6 * 1_000_000) / 8;

/** Lighthouse's phone on slow 4G, throttled for real. */
const throttle = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
};

/** Milliseconds until the largest paint and until the form can be used; the layout shift (CLS). */
interface Visit {
  readonly paint: number;
  readonly interactive: number;
  readonly shift: number;
}

/** Runs before the page's own scripts. React's keys on the form mean that it is interactive. */
const observer = `
  window.seen = { paint: 0, shift: 0, interactive: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.paint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const watch = () => {
    const form = document.querySelector('form');
    if (form && Object.keys(form).some((key) => key.startsWith('__reactProps'))) {
      seen.interactive = performance.now();
    } else requestAnimationFrame(watch);
  };
  watch();
`;

const visit = async (browser: Browser, url: string): Promise<Visit> => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  try {
    const page = await context.newPage();
    await throttle(page);
    await page.addInitScript(observer);
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate<Visit>('seen');
  } finally {
    await context.close();
  }
};

/** Measures the median of five visits, each with an empty cache. */
export const benchCheckoutLcp = async (checkoutUrl: string): Promise<readonly Measure[]> => {
  const browser = await launchBrowser();
  try {
    await visit(browser, checkoutUrl);
    const visits: Visit[] = [];
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, checkoutUrl));
    const paint = roundTo(median(visits.map((each) => each.paint)), 0);
    return [
      {
        name: 'checkout: LCP at 1.6 Mbps, 150 ms, 4× CPU',
        value: paint,
        unit: 'ms',
        threshold: '≤ 400',
        ok: paint <= 400,
        details: {
          interactiveMs: roundTo(median(visits.map(({ interactive }) => interactive)), 0),
          layoutShift: roundTo(median(visits.map(({ shift }) => shift)), 4),
        },
      },
    ];
  } finally {
    await browser.close();
  }
};
