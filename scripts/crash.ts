import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { BadEnvironment, runCommand } from '#/scripts/command.ts';
import { claimsOf, type Claim } from '#/scripts/crash/claims.ts';
import { derivedAgain } from '#/scripts/crash/derived-again.ts';
import { drawFaults, type Fault } from '#/scripts/crash/draw.ts';
import { gatherEvidence } from '#/scripts/crash/evidence.ts';
import { createFleet, type Fleet } from '#/scripts/crash/fleet.ts';
import { createInflicter } from '#/scripts/crash/inflict.ts';
import { readyClaim } from '#/scripts/crash/ready.ts';
import { freePort } from '#/scripts/load/product.ts';
import { recordsOf, type LoadRecord } from '#/scripts/load/records.ts';
import { startLoad, type Load } from '#/scripts/load/start-load.ts';
import { runningPostgres } from '#/scripts/postgres.ts';
import { waitUntil } from '#/scripts/wait-until.ts';

const help = `
npm run test:crash — kills and freezes, by chance, what runs in the middle of a purchase load, and audits what is left.

Usage: npm run test:crash [-- --seed <number>] [--faults <number>] [--seconds <number>]

Starts two API processes over one Postgres in a folder of its own, and sends buyers to them in turn, and a seller who
refunds and withdraws; a third process joins in the middle. Drawn by chance: a process is killed (SIGKILL) or frozen
(SIGSTOP) for 3 to 12 s, as often as not one that leads; a backend of Postgres is killed, upon which Postgres ends them
all, or frozen for 2 to 5 s; everything is killed at the same moment, Postgres too. Whoever ended is started again while
the load goes on. When all is quiet, every process must be ready; the log, the read models and the provider's own books
are read past the product and compared with each other and with what callers were told; the seals are verified and all
read models derived anew.

Options
  --seed     draws the same faults again (default: another each time; it is printed)
  --faults   how many (default 12)
  --seconds  for how long at most (default 75)

Ends with 1 when anything does not hold; the folder is kept then.
`;

const optionsSchema = z.object({
  seed: z.coerce.number().int().nonnegative().optional(),
  faults: z.coerce.number().int().min(0).max(1_000).default(12),
  seconds: z.coerce.number().positive().max(3_600).default(75),
});

type Options = z.output<typeof optionsSchema>;

const PURCHASES_A_SECOND = 30;
/** Some weeks lie behind, so that the seller has money to withdraw. */
const DEMO_WEEKS = 2;
const QUIET_TIMEOUT_MS = 60_000;
const STILL_MS = 1_500;

const began = performance.now();

const say = (line: string): void => {
  const at = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`• ${at.padStart(6)} s  ${line}`);
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
  const held = await look();
  return [...held, ...(await derivedAgain({ databaseUrl }, dataDir))];
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

/** One fault after the other, with the load going on all the while, until they or the time are over. */
const letThingsGoWrong = async (
  fleet: Fleet,
  {
    faults,
    joins,
    seconds,
    load,
  }: {
    readonly faults: readonly Fault[];
    readonly joins: () => void;
    readonly seconds: number;
    readonly load: Load;
  },
): Promise<void> => {
  const inflicter = createInflicter(fleet);
  const until = performance.now() + seconds * 1_000;
  for (const [nth, fault] of faults.entries()) {
    if (nth === Math.floor(faults.length / 2)) joins();
    // What comes back may be killed at once, but only all of it: else nobody would ever serve.
    if (fault.kind !== 'kill everything') await inflicter.somebodyIsUp();
    const before = load.records().length;
    await delay(fault.afterMs);
    if (performance.now() > until) break;
    const done = await inflicter.inflict(fault);
    say(`${done}; ${load.records().length - before} answers since the last`);
  }
  inflicter.thaw();
};

const crash = async (
  dataDir: string,
  { seed, faults, seconds }: Options & { readonly seed: number },
): Promise<readonly Claim[]> => {
  const fleet = createFleet({ product: { dataDir, demoWeeks: DEMO_WEEKS }, say });
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const file = join(dataDir, 'load.ndjson');
  let load: Load | undefined;
  try {
    for (const [index, name] of ['first', 'second'].entries()) {
      fleet.join(name, ports[index] ?? 0);
      if (!(await fleet.settle())) throw new Error(`The ${name} process does not start.`);
    }
    load = startLoad({
      url: ports.map((port) => `http://127.0.0.1:${port}`),
      rate: PURCHASES_A_SECOND,
      seconds: 86_400,
      desk: true,
      file,
    });
    const joins = () => fleet.join('third', ports[2]);
    await letThingsGoWrong(fleet, {
      faults: drawFaults(seed, faults),
      joins,
      seconds,
      load,
    });
    const allUp = await fleet.settle();
    say(allUp ? 'All are up' : 'Not all came up');
    await delay(STILL_MS);
    load.end();
    const everybody = await waitUntil(load.hasEnded, { timeoutMs: QUIET_TIMEOUT_MS, everyMs: 100 });
    say(everybody ? 'Everybody was served' : 'Somebody still waits');
    const records = load.records();
    const claims = [
      ...(everybody ? [] : [unserved]),
      await readyClaim(fleet.members()),
      ...(await audit(dataDir, records)),
      {
        claim: 'no process ended by itself',
        objections: fleet.members().flatMap(({ accidents }) => accidents()),
      },
    ];
    report(claims, records);
    return claims;
  } finally {
    load?.kill();
    await fleet.stop();
  }
};

const readOptions = (values: unknown): Options => {
  const parsed = optionsSchema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BadEnvironment(`--${String(issue?.path[0])}: ${issue?.message}. See --help.`);
};

await runCommand({
  help,
  options: {
    seed: { type: 'string' },
    faults: { type: 'string' },
    seconds: { type: 'string' },
  },
  run: async ({ values }) => {
    const options = readOptions(values);
    const { seed = Math.floor(Math.random() * 1_000_000) } = options;
    const dataDir = await mkdtemp(join(tmpdir(), 'razao-crash-'));
    say(`Faults of seed ${seed}`);
    let holds = false;
    try {
      holds = allHold(await crash(dataDir, { ...options, seed }));
    } finally {
      if (holds) await rm(dataDir, { recursive: true, force: true });
      else
        console.error(`All is kept in ${dataDir}: product-<name>.log says what each process said.`);
    }
    if (holds) say('Nothing was lost, doubled or altered');
    else process.exitCode = 1;
  },
});
