import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { isWhole, sample } from '#/scripts/testing/sampled.ts';
import type { Finding } from '#/scripts/simulation/search.ts';
import { mutations, type Mutation } from './mutations.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('find-mutation.ts', import.meta.url));

/** The default seeds. */
const SEEDS = 300;
const MOST_INPUTS = 25;

/** In a process of its own, which loads the mutated product. */
const findingOf = async ({ name, seed }: Mutation): Promise<Finding> => {
  const [from, to] = isWhole ? [1, SEEDS] : [seed, seed];
  const range = ['--from', String(from), '--to', String(to)];
  const { stdout } = await run(process.execPath, [program, '--mutation', name, ...range]);
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

  for (const mutation of sample(mutations, 2)) {
    const { name, seed } = mutation;
    it(`is found by seed ${seed}: ${name}`, async () => {
      const finding = await findingOf(mutation);
      expect(finding.seed).to.be.at.most(seed);
      expect(finding.found).not.to.deep.equal([]);
      expect(finding.inputs, finding.story.join('\n')).to.be.at.most(MOST_INPUTS);
    });
  }
});
