import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sendSignal } from '#/scripts/load/process-tree.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';

const BOOTSTRAP = join(import.meta.dirname, '..', 'bootstrap.mjs');

export interface StartPlace {
  readonly dataDir: string;
  readonly port: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** How a product is started: by bootstrap.mjs, or by npm above it. */
export type Launcher = 'bootstrap' | 'npm';

/** A product started in its own process group, as in a terminal. */
export class StartedProduct {
  readonly child: ChildProcess;
  output = '';
  errors = '';

  constructor({ dataDir, port, environment }: StartPlace, launcher: Launcher = 'bootstrap') {
    const env = {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO_WEEKS: '0',
      RATE_LIMITS: 'false',
      LOG_LEVEL: 'silent',
      ...environment,
    };
    const [program, args] =
      launcher === 'npm'
        ? ['npm', ['start', '--silent']]
        : [process.execPath, [BOOTSTRAP, 'start']];
    this.child = spawn(program, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  get isUp(): boolean {
    return this.output.includes('Razão is at ');
  }

  /** Waits until the product is up or has ended. */
  async settled(timeoutMs = 60_000): Promise<void> {
    await waitUntil(() => (this.isUp || this.hasEnded ? true : undefined), { timeoutMs });
  }

  /** Exit code or signal; undefined when it has not ended in time. */
  async end(timeoutMs: number): Promise<number | string | undefined> {
    const ended = await waitUntil(() => (this.hasEnded ? true : undefined), { timeoutMs });
    if (ended && !this.child.stdout?.closed)
      await Promise.race([
        once(this.child, 'close'),
        waitUntil(() => undefined, { timeoutMs: 2_000 }),
      ]);
    return this.child.exitCode ?? this.child.signalCode ?? undefined;
  }
}

const readProc = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

export interface LivingProcess {
  readonly pid: number;
  readonly command: string;
}

/** Finds processes whose arguments or environment name the data folder, through /proc, which only Linux has. */
export const processesOf = (dataDir: string): readonly LivingProcess[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => ({ pid, command: readProc(pid, 'cmdline').replaceAll('\0', ' ').trim() }))
    .filter(({ pid, command }) => `${command}\n${readProc(pid, 'environ')}`.includes(dataDir))
    .filter(({ pid }) => !/\) [ZX] /.test(readProc(pid, 'stat')))
    .map(({ pid, command }) => ({ pid: Number(pid), command }));

/** Kills the processes of this data folder, which a failed test may have left running. */
export const killAllOf = async (dataDir: string): Promise<void> => {
  for (const { pid } of processesOf(dataDir)) sendSignal(pid, 'SIGKILL');
  await waitUntil(() => (processesOf(dataDir).length === 0 ? true : undefined), {
    timeoutMs: 10_000,
  });
};

export const isFree = async (port: number): Promise<boolean> => {
  const server = createServer();
  const isPortFree = await new Promise<boolean>((done) => {
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => done(true));
  });
  if (isPortFree) await new Promise((done) => server.close(done));
  return isPortFree;
};
