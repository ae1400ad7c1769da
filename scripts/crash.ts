import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '#/scripts/command.ts';
import { claimsOf, type Claim } from '#/scripts/crash/claims.ts';
import { gatherEvidence } from '#/scripts/crash/evidence.ts';
import { freePort, startProduct, type Product } from '#/scripts/load/product.ts';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import { startLoad, type Load } from '#/scripts/load/start-load.ts';
import { runningPostgres } from '#/scripts/postgres.ts';
import { waitUntil } from '#/scripts/wait-until.ts';

const help = `
npm run test:crash — kills everything in the middle of a purchase load, three times, and audits what is left.

Usage: npm run test:crash

Starts the product in a folder of its own and sends buyers, and a seller who refunds and withdraws. Three times, at a
moment drawn by chance, every process of it gets SIGKILL: the program, the sandbox, and Postgres with all its backends.
It is started again while the load goes on. When all is quiet, the log, the read models and the provider's own books are
read past the product and compared with each other and with what callers were told.
Ends with 1 when anything does not hold; the folder is kept then.
`;

const KILLS = 3;
const PURCHASES_A_SECOND = 40;
const LONGEST_LOAD_SECONDS = 240;
/** Some weeks lie behind, so that the seller has money to withdraw. */
const DEMO_WEEKS = 2;
const QUIET_TIMEOUT_MS = 30_000;
const STILL_MS = 1_500;

const say = (line: string): void => console.log(`• ${line}`);

const seconds = (sinceMs: number): string =>
  `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`;

const startTimed = async (dataDir: string, port: number): Promise<Product> => {
  const started = performance.now();
  const product = await startProduct({ dataDir, port, demoWeeks: DEMO_WEEKS });
  say(`Up after ${seconds(started)}`);
  return product;
};

/** Kills and starts again, with the load going on all the while. */
const killInTheMiddle = async (
  product: Product,
  load: Load,
  restart: () => Promise<Product>,
): Promise<Product> => {
  const before = load.records().length;
  await delay(1_500 + Math.random() * 3_500);
  const served = load.records().length - before;
  const killed = await product.kill();
  say(`Killed ${killed} processes, ${served} answers after the last start`);
  return restart();
};

const whatHolds = async (
  databaseUrl: string,
  dataDir: string,
  load: readonly LoadRecord[],
): Promise<readonly Claim[]> => claimsOf(await gatherEvidence(databaseUrl, dataDir), load);

const allHold = (claims: readonly Claim[]): boolean =>
  claims.every(({ objections }) => objections.length === 0);

/** Errands go on for a moment after the last buyer left; what holds then must go on holding. */
const audit = async (dataDir: string, load: readonly LoadRecord[]): Promise<readonly Claim[]> => {
  const databaseUrl = await runningPostgres(dataDir);
  if (databaseUrl === undefined) throw new Error('Postgres is not running');
  const look = () => whatHolds(databaseUrl, dataDir, load);
  const holds = async () => (allHold(await look()) ? true : undefined);
  await waitUntil(holds, { timeoutMs: QUIET_TIMEOUT_MS, everyMs: 300 });
  await delay(STILL_MS);
  return look();
};

/** Whoever repeats a request until it is answered is answered in the end, unless what it is about was lost. */
const unserved: Claim = {
  claim: 'everybody who came was served',
  objections: ['somebody still waits for what they were promised'],
};

const report = (claims: readonly Claim[], load: readonly LoadRecord[]): void => {
  const count = (kind: LoadRecord['kind']): number => recordsOf(load, kind).length;
  say(
    `${count('acknowledged')} purchases acknowledged, ${count('paid')} paid, ` +
      `${count('refund')} refunds, ${count('withdrawal')} withdrawals`,
  );
  for (const { claim, objections } of claims) {
    console.log(`${objections.length === 0 ? '✓' : '✗'} ${claim}`);
    for (const objection of objections.slice(0, 10)) console.log(`    ${objection}`);
    if (objections.length > 10) console.log(`    and ${objections.length - 10} more`);
  }
};

const crash = async (dataDir: string): Promise<readonly Claim[]> => {
  const port = await freePort();
  const restart = () => startTimed(dataDir, port);
  let product = await restart();
  const file = join(dataDir, 'load.ndjson');
  const traffic = { url: product.url, rate: PURCHASES_A_SECOND, desk: true, file };
  const load = startLoad({ ...traffic, seconds: LONGEST_LOAD_SECONDS });
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      product = await killInTheMiddle(product, load, restart);
    }
    await delay(STILL_MS);
    load.end();
    const everybody = await waitUntil(load.hasEnded, { timeoutMs: QUIET_TIMEOUT_MS, everyMs: 100 });
    const records = load.records();
    const claims = [...(everybody ? [] : [unserved]), ...(await audit(dataDir, records))];
    report(claims, records);
    return claims;
  } finally {
    load.kill();
    await product.stop();
  }
};

await runCommand({
  help,
  run: async () => {
    const started = performance.now();
    const dataDir = await mkdtemp(join(tmpdir(), 'razao-crash-'));
    let holds = false;
    try {
      holds = allHold(await crash(dataDir));
    } finally {
      if (holds) await rm(dataDir, { recursive: true, force: true });
      else
        console.error(`Everything is kept in ${dataDir}; product.log says what the product said.`);
    }
    if (holds) say(`Nothing was lost, doubled or altered (${seconds(started)})`);
    else process.exitCode = 1;
  },
});
