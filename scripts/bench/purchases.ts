import type { Measure } from './measure.ts';
import { recordsOf } from '#/scripts/load/records.ts';
import { bySeller, holdMarket, findShowings } from './market.ts';
import { quantile, roundTo } from './measure.ts';

/** Purchases a second: more than the machine can serve, so that the result is its limit. */
const RATE = 260;
const SECONDS = 30;
const SELLERS = 1_000;
const THRESHOLD = 150;
const CPU_THRESHOLD_MS = 3.3;

/** Measures whole sales, from the purchase to the seller's screen. Buyers come at random moments. */
export const benchPurchases = async (): Promise<readonly Measure[]> => {
  const { records, bookings, screens, cpuMs } = await holdMarket({
    rate: RATE,
    seconds: SECONDS,
    sellers: SELLERS,
    screens: 1,
  });
  const acknowledged = recordsOf(records, 'acknowledged');
  const paid = recordsOf(records, 'paid');
  const booked = new Map(bookings.map((each) => [each.paymentId, each]));
  const ofSeller = bySeller(screens);
  const ends = paid.flatMap(({ paymentId, scheduledAt }) => {
    const booking = booked.get(paymentId);
    const [at = Infinity] = booking ? findShowings(ofSeller, booking) : [];
    return at === Infinity ? [] : [{ at, took: at - scheduledAt }];
  });
  const first = Math.min(...acknowledged.map(({ scheduledAt }) => scheduledAt));
  const last = Math.max(...ends.map(({ at }) => at));
  const perSecond = roundTo((ends.length * 1_000) / (last - first), 1);
  const lost = acknowledged.length - ends.length;
  const answers = acknowledged.map(({ at, scheduledAt }) => at - scheduledAt);
  const delays = ends.map(({ took }) => took);
  const cpuPerSale = roundTo(cpuMs / ends.length);
  const details = {
    offeredPerSecond: RATE,
    purchases: acknowledged.length,
    lost,
    refused: recordsOf(records, 'refused').length,
    bookedTwice: bookings.length - booked.size,
    answerP50Ms: roundTo(quantile(answers, 0.5), 0),
    answerP99Ms: roundTo(quantile(answers, 0.99), 0),
    balanceP50Ms: roundTo(quantile(delays, 0.5), 0),
    balanceP99Ms: roundTo(quantile(delays, 0.99), 0),
  };
  return [
    {
      name: 'purchases: create, sandbox pays, webhook in, balance out, nothing lost',
      value: perSecond,
      unit: '/s',
      threshold: `≥ ${THRESHOLD}`,
      ok: perSecond >= THRESHOLD && lost === 0 && bookings.length === booked.size,
      details,
    },
    {
      name: 'processor time of the product’s process per sale',
      value: cpuPerSale,
      unit: 'ms',
      threshold: `≤ ${CPU_THRESHOLD_MS}`,
      ok: cpuPerSale <= CPU_THRESHOLD_MS,
      details,
    },
  ];
};
