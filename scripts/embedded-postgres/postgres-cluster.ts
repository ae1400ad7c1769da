import { execFile, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { within } from '#/ledger/concurrency/within.ts';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import type { Progress } from '#/scripts/launch/progress.ts';
import { readClusterVersion, readAccess, readPostmaster, saveAccess } from './postgres-files.ts';
import type { PostgresFiles } from './postgres-files.ts';
import { spawnAs, findUnprivilegedAccount } from './unprivileged.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';

/**
 * Settings that each start passes to the server. They are not in postgresql.conf, so that a new release applies its own. Parallel
 * workers are off: they share memory through /dev/shm, which often has only 64 MB in a container.
 */
const settings: Readonly<Record<string, string>> = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  // Enough for three processes, a rebuild and a few commands at once.
  max_connections: '200',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '10min',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  timezone: 'UTC',
  log_min_messages: 'warning',
  unix_socket_directories: '',
  listen_addresses: '127.0.0.1',
};

/** The one role and the one database of an embedded Postgres. */
export const roleName = 'razao';

const freePort = async (preferred: number): Promise<number> => {
  const tryPort = (port: number) =>
    new Promise<number | undefined>((done) => {
      const server = createServer();
      server.once('error', () => done(undefined));
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => done(typeof address === 'object' ? address?.port : undefined));
      });
    });
  const port = (await tryPort(preferred)) ?? (await tryPort(0));
  if (port === undefined) throw new BadEnvironment('No port is free on 127.0.0.1 for Postgres.');
  return port;
};

const collect = async (child: ChildProcess): Promise<[number, string]> => {
  let output = '';
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, 'close');
  // Aborted by a stop, or the program does not exist.
  if (failure !== undefined) throw failure;
  return [code ?? 1, output];
};

/**
 * Creates the cluster (the data folder) with initdb in another folder, which is renamed at the end. So a start that is killed leaves
 * no half-made cluster. Every user of this machine can reach the port, so the server asks for a generated password and trusts no
 * connection.
 */
export const createCluster = async (
  files: PostgresFiles,
  initdb: string,
  signal?: AbortSignal,
): Promise<void> => {
  const account = await findUnprivilegedAccount(files.cluster);
  const draft = `${files.cluster}.new`;
  const passwordFile = join(draft, 'password');
  const password = randomBytes(24).toString('base64url');
  const takeOwnership = async (path: string) => account && chown(path, account.uid, account.gid);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  await takeOwnership(draft);
  await takeOwnership(passwordFile);
  const cluster = join(draft, 'cluster');
  const locale = [
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  // The password is random, so hashing it once is enough.
  const scram = ['--auth=scram-sha-256', '--set=scram_iterations=1'];
  const access = [`--username=${roleName}`, `--pwfile=${passwordFile}`, ...scram];
  const args = [`--pgdata=${cluster}`, ...access, ...locale, '--no-instructions'];
  const [code, output] = await collect(
    await spawnAs(account, initdb, args, {
      paths: [cluster],
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    }),
  );
  if (code !== 0) throw new Error(`initdb failed:\n${output}`);
  await saveAccess(files, { port: 0, password });
  await rename(cluster, files.cluster);
  await rm(draft, { recursive: true });
};

export const checkVersion = async (files: PostgresFiles, postgres: string): Promise<void> => {
  const clusterVersion = await readClusterVersion(files);
  // Asynchronous: a Ctrl-C also ends this child, and Node must handle the signal before the child's failure.
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  const serverVersion = /\d+/.exec(stdout)?.[0];
  if (clusterVersion === serverVersion) return;
  throw new BadEnvironment(
    `${files.cluster} was written by Postgres ${clusterVersion} and this release brings Postgres ${serverVersion}: ` +
      'set DATA_DIR to another folder, or run the release that wrote it.',
  );
};

/**
 * Outcome of one start of the server. After `port taken` and `still held` (an earlier server still uses the cluster), a retry may
 * succeed.
 */
export type Launched = 'ready' | 'port taken' | 'still held' | 'failed';

/** Time limit of a fast shutdown; a frozen server does not react to the request. */
const SHUTDOWN_MS = 10_000;

/**
 * Stops a server that was launched and is not wanted: first by a fast shutdown, after `SHUTDOWN_MS` by force. Waits for its end. No
 * client has connected to it yet.
 */
const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  await within(SHUTDOWN_MS, exit, () => child.kill('SIGKILL'));
  await exit;
};

/** Time limit for crash recovery, which replays the writes since the last checkpoint. */
const RECOVERY_MS = 120_000;
/** A start that takes longer prints a progress line. */
const SHORT_MS = 2_000;

/**
 * Starts the server of an existing cluster, and waits until it accepts connections. When aborted, stops the server again.
 * @throws BadEnvironment when the file with port and password is missing or damaged, or no port is free; also as
 * `findUnprivilegedAccount` and `spawnAs`; the reason of `signal`
 */
export const launch = async (
  files: PostgresFiles,
  postgres: string,
  overrides: Readonly<Record<string, string>>,
  { onProgress, signal }: Progress,
): Promise<Launched> => {
  const access = await readAccess(files);
  if (access === undefined) throw new BadEnvironment(`${files.access} is missing; restore it.`);
  const port = await freePort(access.port);
  await saveAccess(files, { ...access, port });
  const allSettings = Object.entries({ ...settings, ...overrides, port: String(port) });
  const args = [
    '-D',
    files.cluster,
    ...allSettings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const log = await open(files.log, 'w', 0o600);
  // Detached: a Ctrl-C in the terminal reaches only Node, which stops Postgres at the end of its own stop.
  const child = await spawnAs(await findUnprivilegedAccount(files.cluster), postgres, args, {
    paths: [files.cluster],
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  await log.close();
  let hasEnded = false;
  child.once('exit', () => (hasEnded = true));
  child.once('error', () => (hasEnded = true));
  const progressTimer = setTimeout(() => onProgress('Postgres recovers what it had'), SHORT_MS);
  const ready = await waitUntil(
    async () => {
      if (hasEnded) return false;
      const postmaster = await readPostmaster(files);
      return postmaster?.pid === child.pid && postmaster?.ready ? true : undefined;
    },
    { timeoutMs: RECOVERY_MS, everyMs: 10, signal },
  )
    .catch(async (reason: unknown) => {
      await end(child);
      throw reason;
    })
    .finally(() => clearTimeout(progressTimer));
  if (ready) return 'ready';
  await end(child);
  const output = await readFile(files.log, 'utf8');
  if (output.includes('Address already in use')) return 'port taken';
  return output.includes('still in use') ? 'still held' : 'failed';
};
