import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { isWhole } from '#/scripts/testing/sampled.ts';
import { SIDES } from './deaths.ts';
import { ROOM_FOR_NEW_OBJECTS } from './node-flags.ts';
import { OPERATIONS, REACHED_IN_FLOWS } from './operations.ts';
import type { RanSeeds } from './run-seeds.ts';
import { ABSENT_AT_FIRST, NOTICE_VICES, VICES } from '#/scripts/simulation/banks/network.ts';
import { LOG_VICES } from '#/scripts/simulation/log/log-fault-rates.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('run-seeds.ts', import.meta.url));

/** Each half runs in a process of its own. */
const HALVES = [
  [1, 150],
  [151, 300],
] as const;
const SEEDS = 300;
const LEAST_STEPS = 500;
const LEAST_COMMANDS = 40;
const LEAST_VICES = 3;
/** The moments of a run are after the history, and after each sleep. */
const LEAST_MOMENTS = 12;
const LEAST_STEPS_A_SECOND = 3_000;
/** How long the seeds should take. It is printed beside the measured time, but not required, because it depends on the machine. */
const MOST_SECONDS = 90;
const FLOWS = [
  'buy by PIX',
  'buy by BILLET',
  'buy by CREDIT_CARD',
  'refund',
  'withdraw',
  'schedule',
  'payout by schedule',
  'register',
  'capture',
  'staff proposal',
  'staff decision',
  'new keys',
  'another account',
];
const CALLS = ['charge', 'capture', 'refund', 'payout', 'registration', 'look-up', 'sign-in'];

/** Calls for which no simulated acquirer documents how it refuses them without doing anything. */
const UNREFUSED: readonly string[] = ['sign-in', 'capture'];

/** Whether a call can meet a vice. */
const isMet = (call: string, vice: string): boolean =>
  !UNREFUSED.includes(call) || vice !== 'refused before';

/**
 * Statuses with which acquirers refuse a second charge of the same reference. Other calls do not meet this: while an earlier one may
 * have arrived, they are not sent again, except where the acquirer carries out a repetition only once.
 */
const DUPLICATES = [400, 409, 422].map((status) => `charge: duplicate by ${status}`);

const vices = [
  ...CALLS.flatMap((call) =>
    VICES.filter((vice) => isMet(call, vice)).map((vice) => `${call}: ${vice}`),
  ),
  ...NOTICE_VICES,
  `look-up: ${ABSENT_AT_FIRST}`,
  ...LOG_VICES,
  'database away',
  ...DUPLICATES,
  'another amount paid',
  'charged back',
  'accounts cut',
  'clock jumps ahead',
  'clock jumps back',
  'freeze',
  'failover',
  'staff decide wrongly',
];
const inFlows: ReadonlySet<string> = new Set(REACHED_IN_FLOWS);
/** The other places are tried in flows of their own (`places-to-die.test.ts`). */
const places = OPERATIONS.filter((each) => !inFlows.has(each)).flatMap((operation) =>
  SIDES.map((side) => `dies ${side} ${operation}`),
);

const runAll = (variant: number): Promise<readonly RanSeeds[]> =>
  Promise.all(
    HALVES.map(async ([from, to]) => {
      const settings = { from, to, variant };
      const options = Object.entries(settings).flatMap(([name, value]) => [
        `--${name}`,
        String(value),
      ]);
      const command = [...ROOM_FOR_NEW_OBJECTS, program, ...options];
      const { stdout } = await run(process.execPath, command);
      return JSON.parse(stdout) as RanSeeds;
    }),
  );

describe('The default seeds', function () {
  this.timeout(600_000);
  let halves: readonly RanSeeds[];
  let counts: ReadonlyMap<string, number>;
  let tookMs: number;

  before(async () => {
    const began = performance.now();
    halves = await runAll(0);
    tookMs = performance.now() - began;
    const byName = Map.groupBy(
      halves.flatMap((half) => half.counts),
      ([name]) => name,
    );
    counts = new Map(
      [...byName].map(([name, all]) => [name, all.reduce((sum, [, count]) => sum + count, 0)]),
    );
  });

  after(() => {
    const steps = sumOf((half) => half.steps);
    const speed = Math.round((steps * 1_000) / sumOf((half) => half.cpuMs));
    console.log(
      `    ${SEEDS} seeds: ${steps} steps, ${speed} in a second of processor time, in ${Math.round(tookMs / 1_000)} s (at most ${MOST_SECONDS} s)`,
    );
  });

  const sumOf = (figureOf: (half: RanSeeds) => number): number =>
    halves.reduce((sum, half) => sum + figureOf(half), 0);

  const fewerThan = (least: number, names: readonly string[]): readonly string[] =>
    names.filter((name) => (counts.get(name) ?? 0) < least);

  it('find no fault that is not listed as known, in histories of many steps', () => {
    expect(halves.flatMap(({ found }) => found)).to.deep.equal([]);
    expect(sumOf(({ seeds }) => seeds)).to.equal(SEEDS);
    for (const { leastSteps } of halves) expect(leastSteps).to.be.at.least(LEAST_STEPS);
  });

  if (isWhole)
    it('find no fault that is not listed as known when the conditions of the same histories are drawn anew', async () => {
      expect((await runAll(1)).flatMap(({ found }) => found)).to.deep.equal([]);
    });

  it('have many commands of every flow', () => {
    const done = FLOWS.map((flow) => `${flow}, done`);
    expect(fewerThan(LEAST_COMMANDS, done)).to.deep.equal([]);
  });

  it('make at least 3,000 steps in a second of processor time', () => {
    for (const { steps, cpuMs } of halves)
      expect((steps * 1_000) / cpuMs).to.be.at.least(LEAST_STEPS_A_SECOND);
  });

  it('let the product come to rest at most moments between two sleeps, so that books and shown data are judged there', () => {
    const atRest = counts.get('moments at rest') ?? 0;
    const without = counts.get('moments without rest') ?? 0;
    expect(atRest + without).to.be.at.least(SEEDS * LEAST_MOMENTS);
    expect(without).to.be.below(atRest / 10);
  });

  it('meet every vice of an acquirer at every call, refused duplicates, and the vices of buyers, notices, log, database and machines', () => {
    expect(fewerThan(LEAST_VICES, vices)).to.deep.equal([]);
  });

  it('have a process die at every place to die', () => {
    expect(fewerThan(1, places)).to.deep.equal([]);
  });

  it('make no call that is missing in the list of places to die', () => {
    const listed: ReadonlySet<string> = new Set(OPERATIONS);
    const reached = new Set(halves.flatMap((half) => half.reached));
    expect([...reached.difference(listed)]).to.deep.equal([]);
  });
});
