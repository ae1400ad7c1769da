import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '#/scripts/launch/command.ts';
import { endChildren } from '#/scripts/load/process-tree.ts';
import { unlessStopped } from '#/scripts/launch/stop-signals.ts';

const help = `
npm run test:contract — runs the contract tests, which every event store must pass.

Usage: npm run test:contract

The same tests are part of npm test; this command runs only them. EventStoreDB is simulated by the project's own server
(npm run eventstoredb-double).

Environment
  ESDB_URL  a real EventStoreDB or KurrentDB to test as well, such as esdb://localhost:2113?tls=false; no other program
            may write to it meanwhile, and the events of the tests remain in it
`;

await runCommand({
  help,
  run: async (_arguments, { stopping, resources }) => {
    resources.defer(endChildren);
    const root = join(import.meta.dirname, '..', '..');
    const tests = globSync('ledger/stores/*.test.ts', { cwd: root }).toSorted();
    const mocha = spawn('mocha', ['--timeout', '20000', ...tests], { cwd: root, stdio: 'inherit' });
    const [code] = await unlessStopped(once(mocha, 'exit'), stopping);
    process.exitCode = typeof code === 'number' ? code : 1;
  },
});
