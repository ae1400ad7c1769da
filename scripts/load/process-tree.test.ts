import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { expect } from 'chai';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { killTree } from './process-tree.ts';

/** This program prints its pid, and starts a copy of itself with one generation fewer. */
const program = `
  const { spawn } = require('node:child_process');
  const generations = Number(process.argv[1]);
  console.log(process.pid);
  setInterval(() => undefined, 1000);
  if (generations > 1) {
    spawn(process.execPath, ['-e', process.env.PROGRAM, String(generations - 1)],
      { stdio: 'inherit', detached: generations === 2 });
  }
`;

describe('killTree', () => {
  it('kills all descendants, including one with its own process group', async () => {
    const root = spawn(process.execPath, ['-e', program, '3'], {
      env: { ...process.env, PROGRAM: program },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    root.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const allStarted = () => (output.trim().split('\n').length === 3 ? true : undefined);
    await waitUntil(allStarted, { timeoutMs: 15_000 });
    // The pipe, which all three hold open, closes when the last has ended.
    const closed = once(root, 'close');
    expect(await killTree([Number(root.pid)], tmpdir())).to.equal(3);
    await closed;
  });
});
