import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BadEnvironment } from './command.ts';
import type { Progress } from './progress.ts';

const root = join(import.meta.dirname, '..', '..');

/** The folder that `scripts/launch/build-web.ts` fills. */
export const webFolder = join(root, '.dist', 'web');

const stampFile = join(root, '.dist', 'web.stamp');

/** What can change the built web. The lockfile covers packages. */
const sources = [
  'web/**',
  'domain/**',
  'api/contract/**',
  'scripts/launch/build-web.ts',
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

/** Call this after the build, which may change route-tree.gen.ts, one of the sources. */
export const stampBuiltWeb = async (): Promise<void> => {
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, await hashOfSources());
};

/** @throws BadEnvironment when the build fails */
export const buildWebWhenChanged = async ({ onProgress, signal }: Progress): Promise<void> => {
  const hash = await hashOfSources();
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === hash) return;
  onProgress('Building the web');
  // In a process of its own, because bundlers keep memory and threads that a server does not need.
  const child = spawn(process.execPath, ['scripts/launch/build-web.ts'], {
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
