import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BadEnvironment } from './command.ts';
import type { Progress } from './progress.ts';

const root = join(import.meta.dirname, '..', '..');

/** Where `scripts/build-web.ts` leaves what the server hands out. */
export const webFolder = join(root, '.dist', 'web');

const stampFile = join(root, '.dist', 'web.stamp');

/** All that can change what browsers get; the packages too, through the lockfile. */
const sources = [
  'web/**',
  'domain/**',
  'api/contract/**',
  'scripts/build-web.ts',
  'package-lock.json',
];

const isSource = (path: string): boolean => /\.[a-z]+$/.test(path) && !path.includes('.test.');

const hashOfSources = async (): Promise<string> => {
  const hash = createHash('sha256');
  for (const path of globSync(sources, { cwd: root }).filter(isSource).toSorted()) {
    hash.update(path).update(await readFile(join(root, path)));
  }
  return hash.digest('hex');
};

/** Notes from what the web was built, after the build: that may write route-tree.gen.ts, which is a source too. */
export const stampBuiltWeb = async (): Promise<void> => {
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, await hashOfSources());
};

/** Builds the web unless it was built from the same sources. Throws `BadEnvironment` when the build fails. */
export const buildWebWhenChanged = async ({ onProgress, signal }: Progress): Promise<void> => {
  const hash = await hashOfSources();
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === hash) return;
  onProgress('Building the web');
  // A process of its own: bundlers keep memory and threads that a server has no use for.
  const child = spawn(process.execPath, ['scripts/build-web.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  child.on('error', (error) => (output += error.message));
  const code = await new Promise((done) => child.once('close', done));
  signal?.throwIfAborted();
  if (code !== 0) throw new BadEnvironment(`${output}\nThe web build failed.`);
};
