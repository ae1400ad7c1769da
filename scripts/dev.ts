import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { runCommand } from '#/scripts/command.ts';
import { readEnvironment } from '#/scripts/environment.ts';
import { startPostgres } from '#/scripts/postgres.ts';

const help = `
npm run dev — the product of npm start, started again whenever its source changes.

Usage: npm run dev [-- --demo]

The back office is also served by Vite, one port above, where changes show without a reload.
Options and environment as for npm start.
`;

const root = join(import.meta.dirname, '..');
const folders = ['domain', 'ledger', 'projections', 'adapters', 'api', 'web', 'scripts/seeds'];

/** Editors write a file in several steps; a restart waits until they are done. */
const QUIET_MS = 150;

/** Vite brings these to the browser by itself; generated files are made by the restart. */
const isElsewhere = (path: string): boolean =>
  path.startsWith('web/backoffice/') || path.includes('.test.') || path.includes('.gen.');

const onChange = (restart: () => void): void => {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || isElsewhere(join(folder, name))) return;
      clearTimeout(timer);
      timer = setTimeout(restart, QUIET_MS);
    });
  }
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
  run: async ({ values }) => {
    const { port, dataDir, databaseUrl } = readEnvironment();
    const postgres = databaseUrl === undefined ? await startPostgres({ dataDir }) : undefined;
    const env = { ...process.env, DATABASE_URL: postgres?.url ?? databaseUrl };
    const words = ['scripts/start.ts', ...(values['demo'] === true ? ['--demo'] : [])];
    const launch = (): ChildProcess =>
      spawn(process.execPath, words, { cwd: root, env, stdio: 'inherit' });

    let server = launch();
    let isRestarting = false;
    onChange(() => {
      if (isRestarting) return;
      isRestarting = true;
      console.log('• Changed: starting again');
      const again = (): void => {
        isRestarting = false;
        server = launch();
      };
      if (server.exitCode !== null) return again();
      server.once('exit', again).kill('SIGTERM');
    });

    const vite = await startBackoffice(port);
    console.log(`• Back office with hot reload at http://localhost:${port + 1}`);
    const stop = (): void => {
      const gone = new Promise((done) => server.once('exit', done));
      server.kill('SIGTERM');
      void Promise.all([gone, vite.close()])
        .then(() => postgres?.stop())
        .then(() => process.exit(0));
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
  },
});
