import { join } from 'node:path';
import pg from 'pg';
import { Agent, request } from 'undici';
import { openSealTable } from '#/ledger/audit/postgres-seal-table.ts';
import { createPostgresCheckpoints } from '#/ledger/checkpoints/postgres.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { createCaller } from '#/scripts/load/answered.ts';
import { arrive } from '#/scripts/load/arrivals.ts';
import type { Product } from '#/scripts/load/product.ts';
import { recordsOf } from '#/scripts/load/records.ts';
import { signIn } from '#/scripts/load/seller-work.ts';
import { startLoad } from '#/scripts/load/start-load.ts';
import { findRunningPostgres, startPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { people } from '#/scripts/seeds/demo-catalogue.ts';
import { runScript } from '#/scripts/testing/run-script.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { writeBusinessLog } from './business-log.ts';
import { withProduct } from './market.ts';
import { quantile, roundTo, type Measure } from './measure.ts';
import { benchPool } from './own-database.ts';

/** The read model with the most writes. */
const READ_MODEL = 'sales';
const HISTORY = 120_000;
const PURCHASES_PER_SECOND = 100;
const READS_PER_SECOND = 50;
const WARM_UP_SECONDS = 5;
const WINDOW_SECONDS = 9;
/** A pause after a window with rebuilds, so that work left by them does not slow the next window. */
const SETTLE_SECONDS = 3;
const ROUNDS = 3;
const THRESHOLD = 2;
const SEALED_WITHIN_MS = 60_000;

/** Writes a log of past sales, from whose end policies and reactions start. */
const writeHistory = async (dataDir: string): Promise<void> => {
  const postgres = await startPostgres({ dataDir });
  const pool = benchPool(postgres.url);
  try {
    await writeBusinessLog(postgres.url, HISTORY);
    const checkpoints = await createPostgresCheckpoints(pool);
    for (const reader of ['policies', 'reactions']) {
      await checkpoints.save(reader, decimalPosition(HISTORY));
    }
  } finally {
    await pool.end();
    await postgres.stop();
  }
};

const untilSealed = async (dataDir: string): Promise<void> => {
  const pool = new pg.Pool({ connectionString: await findRunningPostgres(dataDir) });
  const table = await openSealTable(pool);
  const isSealed = async () =>
    Number((await table.lastSeal())?.to ?? 0) >= HISTORY ? true : undefined;
  await waitUntil(isSealed, { timeoutMs: SEALED_WITHIN_MS, everyMs: 100 });
  await pool.end();
};

interface SignedInClient {
  readonly agent: Agent;
  readonly url: string;
  readonly seller: string;
  readonly admin: string;
  readonly dataDir: string;
}

/** The queries; most of them read the read model that is rebuilt. */
const reads = [
  { path: '/api/seller.listSales', who: 'seller' },
  { path: '/api/seller.getSummary', who: 'seller' },
  { path: '/api/seller.getBalance', who: 'seller' },
  { path: '/api/admin.listSales', who: 'admin' },
  { path: '/api/admin.getSummary', who: 'admin' },
] as const;

interface QueryTiming {
  readonly tookMs: number;
  readonly failed: boolean;
}

/** Any answer other than 200 counts as failed. */
const readOnce = async (
  signed: SignedInClient,
  nth: number,
  scheduledAt: number,
): Promise<QueryTiming> => {
  const { path, who } = reads[nth % reads.length] ?? reads[0];
  const options = { dispatcher: signed.agent, headers: { cookie: signed[who] } };
  const isAnswered = await request(`${signed.url}${path}`, options)
    .then(async ({ statusCode, body }) => (await body.text()) !== '' && statusCode === 200)
    .catch(() => false);
  return { failed: !isAnswered, tookMs: performance.timeOrigin + performance.now() - scheduledAt };
};

const readFor = async (
  signed: SignedInClient,
  seconds: number,
): Promise<readonly QueryTiming[]> => {
  const done: QueryTiming[] = [];
  await arrive({ rate: READS_PER_SECOND, seconds, arrivals: 'poisson' }, async (nth, at) => {
    done.push(await readOnce(signed, nth, at));
  });
  return done;
};

/** Rebuilds as an operator does. @throws unless the new rows are live and equal to the old */
const rebuildOnce = async ({ dataDir }: SignedInClient): Promise<void> => {
  const { code, output } = await runScript('rebuild', [READ_MODEL], { DATA_DIR: dataDir });
  if (code !== 0 || !output.includes('equal to what was live')) {
    throw new Error(`the rebuild ended with ${code}: ${output}`);
  }
};

/** Queries in windows without a rebuild, and beside rebuilds. */
interface Figures {
  readonly without: readonly QueryTiming[];
  readonly beside: readonly QueryTiming[];
  readonly rebuilds: number;
}

/** Alternates windows without and with rebuilds, one after the other. */
const compare = async (signed: SignedInClient): Promise<Figures> => {
  const [without, beside]: QueryTiming[][] = [[], []];
  let rebuilds = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    without?.push(...(await readFor(signed, WINDOW_SECONDS)));
    const over = new AbortController();
    const rebuilding = (async () => {
      for (; !over.signal.aborted; rebuilds += 1) await rebuildOnce(signed);
    })();
    beside?.push(...(await readFor(signed, WINDOW_SECONDS)));
    over.abort();
    await rebuilding;
    await readFor(signed, SETTLE_SECONDS);
  }
  return { without: without ?? [], beside: beside ?? [], rebuilds };
};

const runShop = async ({ url }: Product, dataDir: string) => {
  const caller = createCaller(url);
  const agent = new Agent({ connections: 64 });
  const [seller, admin] = [await signIn(caller), await signIn(caller, people.admin.email)];
  const signed = { agent, url, seller, admin, dataDir };
  await untilSealed(dataDir);
  const seconds = WARM_UP_SECONDS + 4 * ROUNDS * WINDOW_SECONDS;
  const file = join(dataDir, 'load.ndjson');
  const load = startLoad({ url, rate: PURCHASES_PER_SECOND, seconds, file });
  try {
    await readFor(signed, WARM_UP_SECONDS);
    const figures = await compare(signed);
    load.end();
    return { ...figures, records: await load.waitUntilServed() };
  } finally {
    load.kill();
    await Promise.all([caller.close(), agent.close()]);
  }
};

/** Measures whether a rebuild slows queries while the shop is busy. */
export const benchRebuildLive = async (): Promise<readonly Measure[]> => {
  const { without, beside, rebuilds, records } = await withProduct(runShop, {
    prepare: writeHistory,
  });
  const at = (all: readonly QueryTiming[], share: number): number =>
    quantile(
      all.map(({ tookMs }) => tookMs),
      share,
    );
  const ratio = roundTo(at(beside, 0.99) / at(without, 0.99));
  const failedOf = (all: readonly QueryTiming[]): number =>
    all.filter((read) => read.failed).length;
  const failed = failedOf(without) + failedOf(beside);
  const refused = recordsOf(records, 'refused').length;
  const bought = recordsOf(records, 'acknowledged');
  const answers = bought.map((each) => each.at - each.scheduledAt);
  return [
    {
      name: 'rebuild of sales under 100 purchases/s: p99 of reads vs without it, none failed',
      value: ratio,
      unit: '×',
      threshold: `≤ ${THRESHOLD}`,
      ok: ratio <= THRESHOLD && failed + refused === 0,
      details: {
        reads: without.length + beside.length,
        failed,
        failedBeside: failedOf(beside),
        rebuilds,
        purchases: bought.length,
        refused,
        p50Ms: roundTo(at(without, 0.5), 1),
        p99Ms: roundTo(at(without, 0.99), 1),
        p50BesideMs: roundTo(at(beside, 0.5), 1),
        p99BesideMs: roundTo(at(beside, 0.99), 1),
        purchaseP99Ms: roundTo(quantile(answers, 0.99), 0),
      },
    },
  ];
};
