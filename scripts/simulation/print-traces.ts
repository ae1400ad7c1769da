import { parseArgs } from 'node:util';
import { loadEvidence } from '#/adapters/payments/evidence/evidence.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { INPUTS } from './search.ts';
import { simulate } from './simulation.ts';
import { Trace } from './trace.ts';
import { drawTreatment } from './treatment.ts';

/** Prints the hash of each seed's trace, or with `--lines` the lines of one. */

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1' }, lines: { type: 'boolean', default: false } },
});
const evidence = await loadEvidence();
const hashes: (readonly [number, string])[] = [];
for (const seed of values.seeds.split(',').map(Number)) {
  const treatment = drawTreatment(seed);
  const trace = new Trace(values.lines ? (line) => void process.stdout.write(line) : undefined);
  await simulate({ ...treatment, trace }, drawHistory(seed, INPUTS), evidence);
  hashes.push([seed, trace.hash()]);
}
if (!values.lines) console.log(JSON.stringify(hashes));
