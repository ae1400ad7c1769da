import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { VICES } from '#/adapters/payments/sandbox/vices.ts';
import { readOptions, runCommand, type Lifetime } from '#/scripts/launch/command.ts';
import { doAllHold, audit, report } from '#/scripts/crash/audit.ts';
import type { Invariant } from '#/scripts/crash/invariant.ts';
import { ANYWHERE, drawFaults, WITH_EVENT_STORE, type Fault } from '#/scripts/crash/draw.ts';
import { superviseEventStore } from '#/scripts/crash/event-store.ts';
import { createProcesses, type Processes } from '#/scripts/crash/processes.ts';
import { createFaultInjector, type FaultInjector } from '#/scripts/crash/fault-injector.ts';
import { openFront } from '#/scripts/crash/front.ts';
import { waitUntilConcluded } from '#/scripts/crash/open-work.ts';
import { findRunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';
import { checkReady } from '#/scripts/crash/ready.ts';
import { freePort, type ProductOptions } from '#/scripts/load/product.ts';
import { startLoad, type Load } from '#/scripts/load/start-load.ts';
import { unlessStopped } from '#/scripts/launch/stop-signals.ts';

const help = `
npm run test:crash — kills and freezes processes at random during a load of purchases, and audits the result.

Usage: npm run test:crash [-- --seed <number>] [--faults <number>] [--seconds <number>] [--vices <rate>]
       [--held <seconds>] [--store eventstoredb]

Starts two API processes over one Postgres in a folder of its own, and sends buyers to them in turn, and a seller who
refunds and withdraws; a third process joins halfway. These faults are drawn at random:
  - a process is killed (SIGKILL) or frozen (SIGSTOP) for 3 to 12 s; in half of the cases it is one that holds leases
  - a backend of Postgres is killed, upon which Postgres ends all of them, or is frozen for 2 to 5 s
  - everything is killed at the same moment, including Postgres
Ended processes are started again while the load continues. The acquirer rejects requests, loses them or their answers, and
answers late or with nonsense. When nothing is open any more, every process must be ready. Then the log, the read models and
the provider's own books are read directly, not through the product, and compared with each other and with the responses that
callers got; the seals are verified, and all read models are rebuilt and compared.

Options
  --seed     draws the same faults again (default: another each time; it is printed)
  --faults   number of faults (default 12)
  --seconds  longest duration of the load (default 75)
  --vices    how often the acquirer misbehaves, from 0 to 1, the same for each kind of misbehaviour (default 0.14)
  --held     seconds for which the acquirer keeps a connection open without an answer (default 15, longer than the product waits)
  --store    postgres (default), or eventstoredb: the log is in its double, which is also killed, or frozen for 2 to 5 s

Exits with 1 if an invariant does not hold; the folder is then not removed.
`;

const optionsSchema = z.object({
  seed: z.coerce.number().int().nonnegative().optional(),
  faults: z.coerce.number().int().min(0).max(1_000).default(12),
  seconds: z.coerce.number().positive().max(3_600).default(75),
  vices: z.coerce.number().min(0).max(1).default(0.14),
  held: z.coerce.number().min(0).max(60).default(15),
  store: z.enum(['postgres', 'eventstoredb']).default('postgres'),
});

type Options = z.output<typeof optionsSchema>;

/** Far below the machine's limit, so that processes can restart. */
const PURCHASES_A_SECOND = { postgres: 30, eventstoredb: 4 } as const;
/** The seller needs money to withdraw. */
const DEMO_WEEKS = 2;
const LONGEST_LOAD_SECONDS = 86_400;

const began = performance.now();

const say = (line: string): void => {
  const at = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(`• ${at.padStart(6)} s  ${line}`);
};

/** Undefined = the acquirer behaves well. */
const acquirerOf = (
  seed: number,
  { vices: rate, held }: Pick<Options, 'vices' | 'held'>,
): ProductOptions['acquirer'] => {
  const rates = VICES.map((vice) => `${vice}=${rate / VICES.length}`);
  const vices = [`seed=${seed}`, ...rates].join(',');
  return rate === 0 ? undefined : { vices, heldMs: held * 1_000 };
};

/** One fault after the other, until the end of the faults or the time. */
const injectFaults = async (
  { inject, waitUntilOneIsUp, thaw }: FaultInjector,
  faults: readonly Fault[],
  {
    load,
    seconds,
    halfWay,
  }: {
    readonly load: Load;
    readonly seconds: number;
    readonly halfWay: () => void;
  },
): Promise<void> => {
  const until = performance.now() + seconds * 1_000;
  let recordsBefore = 0;
  for (const [nth, fault] of faults.entries()) {
    if (nth === Math.floor(faults.length / 2)) halfWay();
    // A fault waits until a process is up: otherwise no request would be served.
    if (fault.kind !== 'kill everything') await waitUntilOneIsUp();
    await delay(fault.afterMs);
    if (performance.now() > until) break;
    const whatWasDone = await inject(fault);
    const records = load.records().length;
    say(`${whatWasDone}; ${records - recordsBefore} answers since the last`);
    recordsBefore = records;
  }
  thaw();
};

/** One after the other, because the first makes the demo world. */
const startProcesses = async (
  processes: Processes,
  ports: readonly number[],
  eventStoreUrl?: string,
): Promise<void> => {
  for (const [index, name] of ['first', 'second'].entries()) {
    processes.join(name, ports[index] ?? 0, eventStoreUrl);
    if (!(await processes.waitUntilUp())) throw new Error(`The ${name} process does not start.`);
  }
};

const crash = async (
  dataDir: string,
  { seed, faults, seconds, store, ...acquirerOptions }: Options & { readonly seed: number },
  { stopping, resources }: Lifetime,
): Promise<readonly Invariant[]> => {
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const front = await openFront(ports);
  resources.defer(front.close);
  const acquirer = acquirerOf(seed, acquirerOptions);
  const product = { dataDir, demoWeeks: DEMO_WEEKS, publicUrl: front.url, acquirer };
  const processes = createProcesses({ product, say });
  const isInEventStoreDb = store === 'eventstoredb';
  const eventStore = isInEventStoreDb ? await superviseEventStore(dataDir, processes) : undefined;
  resources.defer(async () => {
    if (stopping.aborted) await processes.killEverything();
    await processes.stop();
    await eventStore?.stop();
  });
  await startProcesses(processes, ports, eventStore?.url);
  const url = ports.map((port) => `http://127.0.0.1:${port}`);
  const traffic = {
    url,
    rate: PURCHASES_A_SECOND[store],
    seconds: LONGEST_LOAD_SECONDS,
    withSeller: true,
  };
  const load = startLoad({ ...traffic, file: join(dataDir, 'load.ndjson') });
  resources.defer(load.kill);
  const faultList = drawFaults(seed, faults, isInEventStoreDb ? WITH_EVENT_STORE : ANYWHERE);
  const halfWay = () => processes.join('third', ports[2], eventStore?.url);
  const injector = createFaultInjector(processes, eventStore?.process);
  await injectFaults(injector, faultList, { load, seconds, halfWay });
  say((await processes.waitUntilUp()) ? 'All are up' : 'Not all came up');
  load.end();
  const databaseUrl = await findRunningPostgres(dataDir);
  if (databaseUrl === undefined) throw new Error('Postgres is not running');
  const hasLoadEnded = () => load.hasEnded() === true;
  const watched = { databaseUrl, records: load.records, hasLoadEnded, say };
  const concluded = await waitUntilConcluded(watched);
  const ready = await checkReady(processes.members());
  const records = load.records();
  const locations = { databaseUrl, eventStoreUrl: eventStore?.url };
  const { invariants, evidence } = await audit(locations, dataDir, records);
  const ended = { name: 'no process ended by itself', violations: processes.unexpectedExits() };
  const all = [concluded, ready, ...invariants, ended];
  report({ invariants: all, evidence }, records, say);
  return all;
};

await runCommand({
  help,
  options: {
    seed: { type: 'string' },
    faults: { type: 'string' },
    seconds: { type: 'string' },
    vices: { type: 'string' },
    held: { type: 'string' },
    store: { type: 'string' },
  },
  run: async ({ values }, lifetime) => {
    const options = readOptions(optionsSchema, values);
    const { seed = Math.floor(Math.random() * 1_000_000) } = options;
    const dataDir = await mkdtemp(join(tmpdir(), 'razao-crash-'));
    let holds = false;
    lifetime.resources.defer(async () => {
      if (holds) await rm(dataDir, { recursive: true, force: true });
      else
        console.error(`All is kept in ${dataDir}: product-<name>.log says what each process said.`);
    });
    say(`Faults of seed ${seed}`);
    const invariants = crash(dataDir, { ...options, seed }, lifetime);
    holds = doAllHold(await unlessStopped(invariants, lifetime.stopping));
    if (holds) say('Nothing was lost, doubled or altered');
    else process.exitCode = 1;
  },
});
