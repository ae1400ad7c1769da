import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createCaller } from '#/scripts/load/answered.ts';
import { freePort, startProduct, type Product } from '#/scripts/load/product.ts';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import { signIn } from '#/scripts/load/seller-work.ts';
import { startLoad } from '#/scripts/load/start-load.ts';
import { runningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { SELLER_ID } from '#/scripts/seeds/demo-catalogue.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { cpuMsOf } from './cpu-time.ts';
import { openLiveSocket, type Shown } from './live-socket.ts';

/** A balance as it reached a seller's screen. */
export type Tick = Pick<Shown, 'position' | 'at'>;

/** One sale as the seller's account booked it. */
export interface Booking {
  readonly paymentId: string;
  readonly position: string;
  /** Epoch ms at which the writer gave it its position, just before the commit. */
  readonly recordedAt: number;
}

export interface MarketDay {
  readonly records: readonly LoadRecord[];
  /** Bookings of the load's payments; a payment booked twice is listed twice. */
  readonly bookings: readonly Booking[];
  /** Balances received, by screen. */
  readonly screens: readonly (readonly Tick[])[];
  /** Processor time of the product's process from the first purchase to the last balance. */
  readonly cpuMs: number;
}

const WARM_UP = { rate: 40, seconds: 4 };
const DRAIN_MS = 30_000;

/** Runs the product in its own folder, with an empty demo shop; `prepare` fills the folder before the start. */
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

/** Opens the socket of the seller's dashboard. */
const openScreen = async ({ url }: Product, cookie: string) => {
  const ticks: Tick[] = [];
  const { close } = await openLiveSocket({
    url,
    cookie,
    topic: `balance:${SELLER_ID}`,
    onDelta: ({ position, at }) => ticks.push({ position, at }),
    onTrouble: (what) => console.error(`a screen was told ${what}`),
  });
  return { ticks, close };
};

const bookingsOf = async (
  client: pg.Client,
  records: readonly LoadRecord[],
): Promise<readonly Booking[]> => {
  const { rows } = await client.query<Booking>(
    `SELECT data ->> 'paymentId' AS "paymentId", lpad(position::text, 20, '0') AS position,
       (extract(epoch FROM recorded_at) * 1000)::float8 AS "recordedAt"
     FROM ledger.event WHERE type = 'ReceivablesBooked' ORDER BY ledger.event.position`,
  );
  const wanted = new Set(recordsOf(records, 'paid').map(({ paymentId }) => paymentId));
  return rows.filter(({ paymentId }) => wanted.has(paymentId));
};

const runLoad = (product: Product, dataDir: string, schedule: typeof WARM_UP) =>
  startLoad({ url: product.url, ...schedule, file: join(dataDir, 'load.ndjson') }).done();

/** Runs a load of purchases while the seller watches on several screens; ends when all screens have the last sale. */
export const holdMarket = (options: {
  /** Purchases a second. */
  readonly rate: number;
  readonly seconds: number;
  readonly screens: number;
  /** Runs beside the load. */
  readonly during?: (client: pg.Client, dataDir: string) => Promise<void>;
}): Promise<MarketDay> =>
  withProduct(async (product, dataDir) => {
    const connectionString = await runningPostgres(dataDir);
    const client = new pg.Client({ connectionString });
    await client.connect();
    const caller = createCaller(product.url);
    const cookie = await signIn(caller);
    // Compiles code and caches query plans before the measurement.
    await runLoad(product, dataDir, WARM_UP);
    const screens = await Promise.all(
      Array.from({ length: options.screens }, () => openScreen(product, cookie)),
    );
    const cpuBefore = await cpuMsOf(product.pid);
    const [records] = await Promise.all([
      runLoad(product, dataDir, options),
      options.during?.(client, dataDir),
    ]);
    const paid = recordsOf(records, 'paid').length;
    const isOver = async () => {
      const bookings = await bookingsOf(client, records);
      const last = bookings.at(-1)?.position ?? '';
      const isShown = screens.every(({ ticks }) => (ticks.at(-1)?.position ?? '') >= last);
      return bookings.length >= paid && isShown ? bookings : undefined;
    };
    const bookings = await waitUntil(isOver, { timeoutMs: DRAIN_MS, everyMs: 250 });
    const cpuMs = (await cpuMsOf(product.pid)) - cpuBefore;
    for (const screen of screens) screen.close();
    await caller.close();
    await client.end();
    return {
      records,
      bookings: bookings ?? [],
      screens: screens.map(({ ticks }) => ticks),
      cpuMs,
    };
  });

/** Returns when a screen first had a balance that includes this position; undefined when it never did. */
export const shownAt = (ticks: readonly Tick[], position: string): number | undefined => {
  let low = 0;
  let high = ticks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ticks[middle]?.position ?? '') < position) low = middle + 1;
    else high = middle;
  }
  return ticks[low]?.at;
};
