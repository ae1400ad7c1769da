import { recordsOf } from '#/scripts/load/records.ts';
import type { Measure } from './measure.ts';
import { bySeller, holdMarket, findShowings } from './market.ts';
import { quantile, roundTo } from './measure.ts';

/** Purchases a second. */
const RATE = 100;
const SECONDS = 20;
const SELLERS = 200;
const SCREENS = 5;
const THRESHOLD_MS = 50;
const ANSWER_THRESHOLD_MS = 150;

/** Measures how long a booking takes to reach the screens of its seller, and how long buyers wait for the answer to a purchase. */
export const benchLive = async (): Promise<readonly Measure[]> => {
  const { records, bookings, screens } = await holdMarket({
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
  const answers = recordsOf(records, 'acknowledged').map(({ at, scheduledAt }) => at - scheduledAt);
  const answerP99 = roundTo(quantile(answers, 0.99), 0);
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
    {
      name: 'answer to a purchase, p99 at 100 purchases/s',
      value: answerP99,
      unit: 'ms',
      threshold: `≤ ${ANSWER_THRESHOLD_MS}`,
      ok: answers.length > 0 && answerP99 <= ANSWER_THRESHOLD_MS,
      details: {
        purchases: answers.length,
        p50Ms: roundTo(quantile(answers, 0.5), 0),
        maximumMs: roundTo(Math.max(...answers), 0),
      },
    },
  ];
};
