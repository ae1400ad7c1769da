import { parseArgs } from 'node:util';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { HISTORY_LENGTH } from './search.ts';
import { simulate } from './simulation.ts';
import { createLineHash } from './trace.ts';
import { drawConditions } from './conditions.ts';

/** Prints the hash of each seed's trace, or with `--lines` the lines of one. */

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1' }, lines: { type: 'boolean', default: false } },
});
const providerCases = await loadProviderCases();
const hashes: (readonly [number, string])[] = [];
for (const seed of values.seeds.split(',').map(Number)) {
  const conditions = drawConditions(seed);
  const hash = createLineHash();
  const onLine = values.lines ? (line: string) => void process.stdout.write(line) : hash.add;
  await simulate({ ...conditions, onLine }, drawHistory(seed, HISTORY_LENGTH), providerCases);
  hashes.push([seed, hash.digest()]);
}
if (!values.lines) console.log(JSON.stringify(hashes));
