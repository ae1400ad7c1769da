import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { isWhole, sample } from '#/scripts/testing/sampled.ts';
import { ROOM_FOR_NEW_OBJECTS } from '#/scripts/simulation/node-flags.ts';
import type { Finding } from '#/scripts/simulation/search.ts';
import { mutations } from './mutations.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('find-mutation.ts', import.meta.url));

/** The default seeds. */
const SEEDS = '1-300';
const MOST_INPUTS = 25;
/** How many mutations `npm test` tries: each starts a process, which runs a history. */
const FEW = 8;

/** Returns what a separate process finds, which loads the mutated product. */
const findingOf = async (name: string, ...options: readonly string[]): Promise<Finding> => {
  const command = [...ROOM_FOR_NEW_OBJECTS, program, '--mutation', name, ...options];
  const { stdout } = await run(process.execPath, command);
  return JSON.parse(stdout) as Finding;
};

describe('A mistake in the product', function () {
  this.timeout(1_800_000);

  it('is made in lines that the product has, each of them once', async () => {
    for (const { file, from } of mutations.flatMap(({ edits }) => edits)) {
      const source = await readFile(join(root, file), 'utf8');
      expect(source.split(from), `${file}: ${from}`).to.have.length(2);
    }
  });

  for (const { name, standsFor = ['other'], seed, inputs } of sample(mutations, FEW)) {
    it(`is found by ${inputs.length} inputs of seed ${seed}: ${name} (${standsFor.join(', ')})`, async () => {
      const finding = await findingOf(name);
      expect(finding.found).not.to.deep.equal([]);
      // All stated inputs are in the seed's history.
      expect(finding.inputs).to.have.members(inputs);
      expect(inputs.length, finding.story.join('\n')).to.be.at.most(MOST_INPUTS);
    });

    if (!isWhole) continue;
    it(`is found by a default seed, and shrinks to few inputs: ${name}`, async () => {
      const finding = await findingOf(name, '--seeds', SEEDS);
      expect(finding.seed).to.be.at.most(seed);
      expect(finding.inputs.length, finding.story.join('\n')).to.be.at.most(MOST_INPUTS);
    });
  }
});
