import { request } from 'undici';
import { people, PASSWORD } from '#/scripts/seeds/demo-catalogue.ts';
import { BUYERS, runBuyers } from './buyers.ts';
import { withProduct } from '#/scripts/bench/market.ts';
import { quantile, roundTo, type Measure } from '#/scripts/bench/measure.ts';

const AT_ONCE = 60;
const WARM_UP_SECONDS = 5;
const SECONDS = 30;
const THRESHOLD = 2;

/** @returns how often the person signed in, and how often the answer was another */
const signInUntil = async (url: string, ends: number) => {
  const ended = { in: 0, busy: 0 };
  while (performance.now() < ends) {
    const answer = await request(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: people.seller.email, password: PASSWORD }),
    });
    await answer.body.dump();
    if (answer.statusCode === 200) ended.in += 1;
    else ended.busy += 1;
  }
  return ended;
};

/** Measures ordinary buyers while sixty people sign in repeatedly. */
export const benchSignIns = (): Promise<readonly Measure[]> =>
  withProduct(async ({ url }) => {
    await runBuyers(url, WARM_UP_SECONDS);
    const idle = await runBuyers(url, SECONDS);
    const ends = performance.now() + SECONDS * 1_000;
    const [busy, ...signIns] = await Promise.all([
      runBuyers(url, SECONDS),
      ...Array.from({ length: AT_ONCE }, () => signInUntil(url, ends)),
    ]);
    const idleMs = quantile(idle.milliseconds, 0.99);
    const busyMs = quantile(busy.milliseconds, 0.99);
    const ratio = roundTo(busyMs / idleMs);
    const total = (of: 'in' | 'busy') => signIns.reduce((sum, each) => sum + each[of], 0);
    return [
      {
        name: `${BUYERS} buyers’ p99 while ${AT_ONCE} people sign in at once, vs idle, none failed`,
        value: ratio,
        unit: '×',
        threshold: `≤ ${THRESHOLD}`,
        ok: ratio <= THRESHOLD && busy.failed === 0,
        details: {
          failed: busy.failed,
          signedIn: total('in'),
          askedToWait: total('busy'),
          idleP99Ms: roundTo(idleMs, 1),
          p99Ms: roundTo(busyMs, 1),
        },
      },
    ];
  });
