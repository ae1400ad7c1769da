import { constants, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { isKnown } from './known.ts';
import { HISTORY_LENGTH } from './search.ts';
import { simulate } from './simulation.ts';
import { drawConditions } from './conditions.ts';

export interface RanSeeds {
  readonly seeds: number;
  /** Unknown findings, each with its seed. */
  readonly found: readonly string[];
  readonly steps: number;
  /** Steps of the shortest run. */
  readonly leastSteps: number;
  readonly counts: readonly (readonly [string, number])[];
  /** Calls of ports that were made. */
  readonly reached: readonly string[];
  /** Processor time in milliseconds. */
  readonly cpuMs: number;
}

// At a low priority this program uses the CPU time that other tests leave.
setPriority(constants.priority.PRIORITY_LOW);

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: '1' },
    variant: { type: 'string', default: '0' },
  },
});
const providerCases = await loadProviderCases();
const counts = new Map<string, number>();
const found: string[] = [];
const reached = new Set<string>();
const before = process.cpuUsage();
let [seeds, steps, leastSteps] = [0, 0, Infinity];
for (let seed = Number(values.from); seed <= Number(values.to); seed += 1) {
  const history = drawHistory(seed, HISTORY_LENGTH);
  const ran = await simulate(drawConditions(seed, Number(values.variant)), history, providerCases);
  for (const each of ran.found) if (!isKnown(each, history)) found.push(`seed ${seed}: ${each}`);
  for (const operation of ran.reached.keys()) reached.add(operation);
  for (const [name, count] of ran.counts) counts.set(name, (counts.get(name) ?? 0) + count);
  seeds += 1;
  steps += ran.steps;
  leastSteps = Math.min(leastSteps, ran.steps);
}
const { user, system } = process.cpuUsage(before);
const cpuMs = (user + system) / 1_000;
const all: RanSeeds = {
  seeds,
  found,
  steps,
  leastSteps,
  counts: [...counts],
  reached: [...reached],
  cpuMs,
};
console.log(JSON.stringify(all));
