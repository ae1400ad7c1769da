import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { expect } from 'chai';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { firstDifference } from './first-difference.ts';
import { HISTORY_LENGTH } from './search.ts';
import { simulate } from './simulation.ts';
import { drawConditions } from './conditions.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('print-traces.ts', import.meta.url));
const SEEDS = [3, 7, 16];

interface Place {
  readonly seeds: readonly number[];
  readonly zone: string;
}

const printTraces = async (
  { seeds, zone }: Place,
  ...options: readonly string[]
): Promise<string> => {
  const { stdout } = await run(
    process.execPath,
    [program, '--seeds', seeds.join(','), ...options],
    {
      env: { ...process.env, TZ: zone },
      maxBuffer: 2 ** 30,
    },
  );
  return stdout;
};

/** Returns the hash of the trace of each seed. */
const hashesIn = async (place: Place): Promise<ReadonlyMap<number, string>> =>
  new Map(JSON.parse(await printTraces(place)) as readonly [number, string][]);

/** Runs while every core of this machine is busy. */
const underLoad = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  const busy = Array.from(
    { length: availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  );
  try {
    return await work();
  } finally {
    await Promise.all(busy.map((each) => each.terminate()));
  }
};

describe('The trace of a seed', function () {
  this.timeout(600_000);

  it('is equal, step for step and byte for byte, twice in one process, in a fresh one, in another order, another zone and under load', async () => {
    const repeatedSeeds = { seeds: [...SEEDS, ...SEEDS], zone: 'America/Sao_Paulo' };
    const otherOrder = { seeds: SEEDS.toReversed(), zone: 'Pacific/Kiritimati' };
    const repeated = JSON.parse(await printTraces(repeatedSeeds)) as readonly [number, string][];
    const others = await underLoad(() => hashesIn(otherOrder));
    expect(new Set(others.values()).size).to.equal(SEEDS.length);
    for (const [seed, hash] of repeated) {
      if (hash === others.get(seed)) continue;
      const [one, other] = await Promise.all([
        printTraces({ ...repeatedSeeds, seeds: [seed] }, '--lines'),
        printTraces({ ...otherOrder, seeds: [seed] }, '--lines'),
      ]);
      expect.fail(
        `seed ${seed}: ${firstDifference(one, other) ?? 'only when it is not run alone'}`,
      );
    }
  });

  it('changes nothing in the run when it is written', async () => {
    const providerCases = await loadProviderCases();
    for (const seed of SEEDS) {
      const history = drawHistory(seed, HISTORY_LENGTH);
      const traced = { ...drawConditions(seed), onLine: () => undefined };
      const one = await simulate(drawConditions(seed), history, providerCases);
      expect(await simulate(traced, history, providerCases)).to.deep.equal(one);
    }
  });

  it('is compared with another trace, and the first line that differs is named', () => {
    expect(firstDifference('1 a\n2 b\n', '1 a\n2 c\n')).to.equal('line 2: “2 b” and “2 c”');
    expect(firstDifference('1 a', '1 a\n2 b')).to.equal('line 2: “the end” and “2 b”');
    expect(firstDifference('1 a\n2 b', '1 a')).to.equal('line 2: “2 b” and “the end”');
    expect(firstDifference('1 a', '1 a')).to.equal(undefined);
  });
});
