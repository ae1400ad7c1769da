import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { runCommand } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { openDatabase } from '#/scripts/launch/open-database.ts';

const help = `
npm run dev — runs the product like npm start, and restarts it whenever its source changes.

Usage: npm run dev [-- --demo]

The back office is also served by Vite, one port above, where changes show without a reload.
Options and environment as for npm start.
`;

const root = join(import.meta.dirname, '..', '..');
const folders = ['domain', 'ledger', 'projections', 'adapters', 'api', 'web', 'scripts/seeds'];

/** Editors write a file in several steps. */
const QUIET_MS = 150;

/** Changes of these need no restart: tests, back-office files (Vite sends them), and files that the restart generates. */
const needsNoRestart = (path: string): boolean =>
  path.startsWith('web/backoffice/') || path.includes('.test.') || path.includes('.gen.');

/** @returns a function that stops watching */
const onChange = (restart: () => void): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || needsNoRestart(join(folder, name))) return;
      clearTimeout(timer);
      timer = setTimeout(restart, QUIET_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
};

const createServerProcess = (words: readonly string[], env: NodeJS.ProcessEnv) => {
  const launch = (): ChildProcess =>
    spawn(process.execPath, ['scripts/commands/start.ts', ...words], {
      cwd: root,
      env,
      stdio: 'inherit',
    });
  let child = launch();
  // Restarts, and the stop, run one after the other.
  let lastStep = Promise.resolve();
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return {
    restart: (): void => {
      lastStep = lastStep.then(stop).then(() => void (child = launch()));
    },
    stop: () => lastStep.then(stop),
  };
};

const startBackoffice = async (port: number): Promise<ViteDevServer> => {
  process.env['API_URL'] = `http://localhost:${port}`;
  const configFile = join(root, 'web/backoffice/vite.config.ts');
  const vite = await createServer({ configFile, server: { port: port + 1 } });
  return vite.listen();
};

await runCommand({
  help,
  options: { demo: { type: 'boolean' } },
  isServer: () => true,
  run: async ({ values }, { stopping, resources }) => {
    const { port, dataDir, databaseUrl } = readEnvironment();
    const progress = { onProgress: console.log, signal: stopping };
    const database = await openDatabase(dataDir, databaseUrl, progress);
    resources.defer(database.stop);
    const words = values['demo'] === true ? ['--demo'] : [];
    const server = createServerProcess(words, { ...process.env, DATABASE_URL: database.url });
    resources.defer(server.stop);
    const stopWatching = onChange(() => {
      console.log('• Changed: starting again');
      server.restart();
    });
    resources.defer(stopWatching);
    const vite = await startBackoffice(port);
    resources.defer(() => vite.close());
    console.log(`• Back office with hot reload at http://localhost:${port + 1}`);
  },
});
