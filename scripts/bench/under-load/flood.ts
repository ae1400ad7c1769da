import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { launch } from '#/scripts/load/launch.ts';
import { sendSignal } from '#/scripts/load/process-tree.ts';
import { findRunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { BUYERS, runBuyers, buyUntil, type RequestStats } from './buyers.ts';
import { attackNames, type Flood } from './flooder.ts';
import { withProduct } from '#/scripts/bench/market.ts';
import { quantile, roundTo, type Measure } from '#/scripts/bench/measure.ts';
import { inOwnProcess } from '#/scripts/bench/own-process.ts';

const WARM_UP_SECONDS = 5;
const IDLE_SECONDS = 45;
/** So long that one pause of the machine is less than the slowest 1 %. */
const FLOOD_SECONDS = 45;
const THRESHOLD = 2;
const MEGABYTES_BACK = 50;
const BACK_WITHIN_MS = 60_000;
const ADDRESSES = [1, 50] as const;

const commands = join(import.meta.dirname, '..', '..', 'commands');
const run = promisify(execFile);

const measureResidentMegabytes = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
};

/**
 * Buys at Cashtime, which does not sign notices.
 * @returns the charge's id
 */
const chargeAtCashtime = async (
  { url }: { readonly url: string },
  dataDir: string,
  environment: NodeJS.ProcessEnv,
): Promise<string> => {
  const command = async (...given: readonly string[]) =>
    run(process.execPath, [join(commands, 'acquirers.ts'), ...given], { env: environment });
  await command('connect', 'cashtime', join(dataDir, 'simulators', 'cashtime.json'));
  await command('use', 'cashtime');
  const served: RequestStats = { milliseconds: [], failed: 0 };
  await buyUntil(url, 0, performance.now() + 1, served);
  await command('use', 'sandbox');
  const client = new pg.Client({ connectionString: await findRunningPostgres(dataDir) });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `SELECT submitted.data ->> 'transactionId' AS id FROM ledger.event AS submitted
       JOIN ledger.event AS requested ON requested.stream = submitted.stream
       WHERE submitted.type = 'PaymentSubmitted' AND requested.type = 'PaymentRequested'
         AND requested.data ->> 'provider' = 'cashtime'`,
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('there is no charge at cashtime');
    return id;
  } finally {
    await client.end();
  }
};

const measureUnderFlood = async (
  attackOptions: Omit<Flood, 'seconds'>,
  idleMs: number,
): Promise<Measure> => {
  const { url, attack, addresses } = attackOptions;
  const before = await measureResidentMegabytes(url);
  const flooding = inOwnProcess(
    join(import.meta.dirname, 'flooder.ts'),
    JSON.stringify({ ...attackOptions, seconds: FLOOD_SECONDS }),
  );
  const [{ milliseconds, failed }, statuses] = await Promise.all([
    runBuyers(url, FLOOD_SECONDS),
    flooding,
  ]);
  const after = await measureResidentMegabytes(url);
  // An idle process does not free memory.
  const isBack = await waitUntil(
    async () => {
      await runBuyers(url, 1);
      return (await measureResidentMegabytes(url)) <= before + MEGABYTES_BACK ? true : undefined;
    },
    { timeoutMs: BACK_WITHIN_MS, everyMs: 1_000 },
  );
  const p99 = quantile(milliseconds, 0.99);
  const ratio = roundTo(p99 / idleMs);
  return {
    name: `${BUYERS} buyers’ p99 under ${attack} from ${addresses} address${addresses > 1 ? 'es' : ''} vs idle, none failed, memory back in a minute`,
    value: ratio,
    unit: '×',
    threshold: `≤ ${THRESHOLD}`,
    ok: ratio <= THRESHOLD && failed === 0 && isBack === true,
    details: {
      failed,
      requests: milliseconds.length,
      p50Ms: roundTo(quantile(milliseconds, 0.5), 1),
      p99Ms: roundTo(p99, 1),
      idleP99Ms: roundTo(idleMs, 1),
      megabytesBefore: roundTo(before, 0),
      megabytesAfter: roundTo(after, 0),
      isMemoryBack: Number(isBack === true),
      ...Object.fromEntries(
        Object.entries(statuses).map(([status, count]) => [`flood${status}`, count]),
      ),
    },
  };
};

/** Measures ordinary buyers during a flood, and whether memory shrinks again. */
export const benchFlood = (): Promise<readonly Measure[]> =>
  withProduct(
    async (product, dataDir) => {
      const { url } = product;
      const environment = {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: new URL(url).port,
        DEMO: 'true',
      };
      const simulator = launch({
        command: [
          join(commands, 'providers.ts'),
          'serve',
          '--only',
          'cashtime',
          '--port',
          '0',
          '--webhooks',
          `${url}/api/webhooks`,
        ],
        environment,
        log: join(dataDir, 'simulator.log'),
        upWith: 'paid at',
      });
      try {
        await simulator.up;
        const transactionId = await chargeAtCashtime(product, dataDir, environment);
        await runBuyers(url, WARM_UP_SECONDS);
        const idle = await runBuyers(url, IDLE_SECONDS);
        const idleMs = quantile(idle.milliseconds, 0.99);
        const measures: Measure[] = [];
        // The first network has the buyers' addresses.
        let network = 2;
        // The first flood may make a process grow for good, so a rehearsal comes first.
        const rehearsal = { attack: 'invented notices', addresses: 50 } as const;
        await measureUnderFlood({ ...rehearsal, url, network, transactionId }, idleMs);
        for (const attack of attackNames) {
          for (const addresses of ADDRESSES) {
            network += 1;
            const attackOptions = { url, attack, network, addresses, transactionId };
            const measure = await measureUnderFlood(attackOptions, idleMs);
            console.error(`  ${measure.name}: ${JSON.stringify(measure.details)}`);
            measures.push(measure);
          }
        }
        return measures;
      } finally {
        sendSignal(simulator.pid, 'SIGTERM');
        await simulator.gone;
      }
    },
    { hasLimits: true },
  );
