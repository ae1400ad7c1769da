import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { benchBeside, checkOut } from './beside.ts';

/** A bench whose n-th run measures the n-th of these figures, in appends a second, and reaches no threshold. */
const launcherOf = (perSecond: readonly number[]): string => `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const [figures, turn] = [${JSON.stringify(perSecond)}, existsSync('turn') ? Number(readFileSync('turn')) : 0];
writeFileSync('turn', String(turn + 1));
mkdirSync('.artefacts', { recursive: true });
const details = { lost: 0, strange: null };
const measures = [{ name: process.argv[4], value: figures[turn], unit: '/s', details }];
writeFileSync('.artefacts/bench.json', JSON.stringify({ measures }));
process.exit(1);
`;

describe('A bench beside an earlier revision', () => {
  let root: string;
  const stopping = new AbortController().signal;
  const git = (...args: readonly string[]): string =>
    execFileSync(
      'git',
      ['-C', root, '-c', 'user.name=T', '-c', 'user.email=t@t.example', ...args],
      {
        encoding: 'utf8',
      },
    );
  const writeLauncher = (text: string) => writeFile(join(root, 'scripts', 'bootstrap.mjs'), text);

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'razao-bench-test-'));
    await mkdir(join(root, 'scripts'));
    git('init', '--quiet');
    await writeLauncher(launcherOf([100, 300]));
    git('add', 'scripts');
    git('commit', '--quiet', '--message', 'earlier');
    await writeLauncher(launcherOf([80, 180]));
  });
  after(() => rm(root, { recursive: true, force: true }));

  it('compares the medians of turns here, there, there, here, and leaves no tree behind', async () => {
    const turns: string[] = [];
    const resources = new AsyncDisposableStack();
    const there = await checkOut(root, 'HEAD', resources);
    const onTurn = (which: string) => void turns.push(which);
    const options = { rounds: 1, stopping, onTurn };
    expect(await benchBeside({ here: root, there }, 'append', options)).to.deep.equal([
      { what: 'append (/s)', here: 130, there: 200 },
      { what: 'append: lost', here: 0, there: 0 },
    ]);
    expect(turns).to.deep.equal(['here', 'there', 'there', 'here']);
    await resources.disposeAsync();
    expect(existsSync(there)).to.equal(false);
    expect(git('worktree', 'list').trim().split('\n')).to.have.length(1);
  });

  it('is refused for a revision that does not exist, or one that measures nothing', async () => {
    await using resources = new AsyncDisposableStack();
    const refusalOf = (work: Promise<unknown>) =>
      work.then(
        () => 'none',
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
    expect(await refusalOf(checkOut(root, 'nowhere', resources))).to.equal(
      'There is no revision nowhere.',
    );
    const there = await checkOut(root, 'HEAD', resources);
    await writeFile(join(there, 'scripts', 'bootstrap.mjs'), 'process.exit(1)');
    const options = { rounds: 1, stopping, onTurn: () => undefined };
    expect(await refusalOf(benchBeside({ here: there, there }, 'append', options))).to.match(
      /^The bench append measured nothing in /,
    );
  });
});
