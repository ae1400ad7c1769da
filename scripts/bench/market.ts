import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import pg from 'pg';
import { createCaller } from '#/scripts/load/answered.ts';
import { freePort, startProduct, type Product } from '#/scripts/load/product.ts';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import { signIn } from '#/scripts/load/seller-work.ts';
import { startLoad } from '#/scripts/load/start-load.ts';
import { findRunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { people, SELLER_ID } from '#/scripts/seeds/demo-catalogue.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { cpuMsOf } from './cpu-time.ts';
import { openLiveSocket, type TopicUpdate } from './live-socket.ts';
import { fillMarket, marketSeller, OFFERS_EACH } from './market-catalogue.ts';

/** A balance as it reached a seller's screen. */
export type Tick = Pick<TopicUpdate, 'position' | 'at'>;

interface Screen {
  readonly sellerId: string;
  readonly ticks: readonly Tick[];
}

export interface Booking {
  readonly sellerId: string;
  readonly paymentId: string;
  readonly position: string;
  /** Unix ms, just before the commit. */
  readonly recordedAt: number;
}

export interface MarketDay {
  readonly records: readonly LoadRecord[];
  /** Bookings of the load's payments; one that was booked twice is listed twice. */
  readonly bookings: readonly Booking[];
  readonly screens: readonly Screen[];
  /** Processor time of the product, from the first purchase to the last balance. */
  readonly cpuMs: number;
}

const WARM_UP = { rate: 40, seconds: 4 };
/** Time after the load until every paid sale must be shown. */
const DRAIN_MS = 120_000;

/** Runs the product with the demo shop, in a new folder that `prepare` may fill. */
export const withProduct = async <Result>(
  use: (product: Product, dataDir: string) => Promise<Result>,
  {
    prepare = () => Promise.resolve(),
    hasLimits = false,
    demoWeeks = 0,
  }: {
    readonly prepare?: (dataDir: string) => Promise<void>;
    readonly hasLimits?: boolean;
    /** Weeks of past sales. */
    readonly demoWeeks?: number;
  } = {},
): Promise<Result> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'razao-bench-'));
  try {
    await prepare(dataDir);
    const place = { dataDir, port: await freePort(), demoWeeks };
    const product = await startProduct({ ...place, hasLimits });
    try {
      return await use(product, dataDir);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Watches a balance as the seller's dashboard does. */
const openScreen = async ({ url }: Product, cookie: string, sellerId: string) => {
  const ticks: Tick[] = [];
  const { close } = await openLiveSocket({
    url,
    cookie,
    topic: `balance:${sellerId}`,
    onDelta: ({ position, at }) => ticks.push({ position, at }),
    onTrouble: (what) => console.error(`a screen received ${what}`),
  });
  return { sellerId, ticks, close };
};

const bookingsOf = async (
  client: pg.Client,
  records: readonly LoadRecord[],
): Promise<readonly Booking[]> => {
  const { rows } = await client.query<Booking>(
    `SELECT data ->> 'paymentId' AS "paymentId", data ->> 'receiverId' AS "sellerId", lpad(position::text, 20, '0') AS position,
       (extract(epoch FROM recorded_at) * 1000)::float8 AS "recordedAt"
     FROM ledger.event WHERE type = 'ReceivablesBooked' ORDER BY ledger.event.position`,
  );
  const paid = new Set(recordsOf(records, 'paid').map(({ paymentId }) => paymentId));
  return rows.filter(({ paymentId }) => paid.has(paymentId));
};

const openMarket = async (
  product: Product,
  connectionString: string,
  { sellers, screens }: { readonly sellers: number; readonly screens: number },
) => {
  if (sellers > 0) await fillMarket(connectionString, sellers);
  const caller = createCaller(product.url);
  // An administrator may watch every seller's balance.
  const cookie = await signIn(caller, people.admin.email);
  await caller.close();
  const ids =
    sellers > 0 ? Array.from({ length: sellers }, (_, nth) => marketSeller(nth)) : [SELLER_ID];
  const watched = ids.flatMap((sellerId) => Array.from({ length: screens }, () => sellerId));
  return pLimit(50).map(watched, (sellerId) => openScreen(product, cookie, sellerId));
};

/** Runs a load of purchases until every paid sale is shown on its seller's screens. */
export const holdMarket = (options: {
  /** Purchases a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Sellers with ten offers each; 0 = all buy the demo's e-book. */
  readonly sellers?: number;
  /** Screens of each seller. */
  readonly screens: number;
  /** Runs during the load. */
  readonly during?: (client: pg.Client, dataDir: string) => Promise<void>;
}): Promise<MarketDay> =>
  withProduct(async (product, dataDir) => {
    const { sellers = 0, rate, seconds } = options;
    const connectionString = (await findRunningPostgres(dataDir)) ?? '';
    const client = new pg.Client({ connectionString });
    await client.connect();
    const screens = await openMarket(product, connectionString, { ...options, sellers });
    const runLoad = (schedule: typeof WARM_UP) => {
      const how = { ...schedule, offers: sellers * OFFERS_EACH };
      return startLoad({
        url: product.url,
        ...how,
        file: join(dataDir, 'load.ndjson'),
      }).waitUntilServed();
    };
    // The warm-up compiles code and caches query plans.
    await runLoad(WARM_UP);
    const cpuBefore = await cpuMsOf(product.pid);
    const [records] = await Promise.all([
      runLoad({ rate, seconds }),
      options.during?.(client, dataDir),
    ]);
    const paid = recordsOf(records, 'paid').length;
    const isOver = async () => {
      const bookings = await bookingsOf(client, records);
      const last = new Map(bookings.map(({ sellerId, position }) => [sellerId, position]));
      const isShown = screens.every(
        ({ sellerId, ticks }) => (ticks.at(-1)?.position ?? '') >= (last.get(sellerId) ?? ''),
      );
      return bookings.length >= paid && isShown ? bookings : undefined;
    };
    const bookings = await waitUntil(isOver, { timeoutMs: DRAIN_MS, everyMs: 250 });
    const cpuMs = (await cpuMsOf(product.pid)) - cpuBefore;
    for (const screen of screens) screen.close();
    await client.end();
    return { records, bookings: bookings ?? [], screens, cpuMs };
  });

/** Returns when each screen first showed a balance with the booking, in Unix ms; Infinity = never. */
export const findShowings = (
  screens: ReadonlyMap<string, readonly Screen[]>,
  { sellerId, position }: Booking,
): readonly number[] =>
  (screens.get(sellerId) ?? []).map(({ ticks }) => firstFrom(ticks, position)?.at ?? Infinity);

export const bySeller = (screens: readonly Screen[]): ReadonlyMap<string, readonly Screen[]> =>
  Map.groupBy(screens, ({ sellerId }) => sellerId);

const firstFrom = (ticks: readonly Tick[], position: string): Tick | undefined => {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ticks[middle]?.position ?? '') < position) low = middle + 1;
    else high = middle;
  }
  return ticks[low];
};
