import type { Measure } from './measure.ts';
import { bySeller, holdMarket, findShowings } from './market.ts';
import { quantile, roundTo } from './measure.ts';

/** Purchases a second. */
const RATE = 100;
const SECONDS = 20;
const SELLERS = 200;
const SCREENS = 5;
const THRESHOLD_MS = 50;

/** Measures how long a booking takes to reach the screens of its seller. */
export const benchLive = async (): Promise<readonly Measure[]> => {
  const { bookings, screens } = await holdMarket({
    rate: RATE,
    seconds: SECONDS,
    sellers: SELLERS,
    screens: SCREENS,
  });
  const ofSeller = bySeller(screens);
  const delays = bookings.flatMap((booking) =>
    findShowings(ofSeller, booking).map((at) => at - booking.recordedAt),
  );
  const p99 = roundTo(quantile(delays, 0.99), 0);
  return [
    {
      name: "event → balance message at the seller's socket, p99 at 100 sales/s",
      value: p99,
      unit: 'ms',
      threshold: `≤ ${THRESHOLD_MS}`,
      ok: delays.length > 0 && p99 <= THRESHOLD_MS,
      details: {
        offeredPerSecond: RATE,
        bookings: bookings.length,
        screens: SCREENS,
        p50Ms: roundTo(quantile(delays, 0.5), 0),
        p90Ms: roundTo(quantile(delays, 0.9), 0),
        maximumMs: roundTo(Math.max(...delays), 0),
      },
    },
  ];
};
