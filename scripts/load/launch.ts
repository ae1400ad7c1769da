import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { within } from '#/ledger/concurrency/within.ts';

export interface LaunchOptions {
  /** Arguments for Node. */
  readonly command: readonly string[];
  /** Variables added to this process's. */
  readonly environment: NodeJS.ProcessEnv;
  /** File for the output. */
  readonly log: string;
  /** Text that the process prints when it is up. */
  readonly upWith: string;
}

export interface Launched {
  readonly pid: number;
  /** Resolves when the process is up; rejects with its output when it ends before that, or takes too long. */
  readonly up: Promise<void>;
  /** Resolves with the exit code or signal, once no process holds its output open. */
  readonly gone: Promise<string>;
}

const START_TIMEOUT_MS = 120_000;

export const launch = ({ command, environment, log: file, upWith }: LaunchOptions): Launched => {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(file, { flags: 'a' });
  const gone = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => log.end(() => resolve(signal ?? `code ${code}`)));
  });
  let output = '';
  const up = Promise.withResolvers<void>();
  const listen = (chunk: Buffer): void => {
    log.write(chunk);
    if (output.includes(upWith)) return;
    output += chunk.toString();
    if (output.includes(upWith)) up.resolve();
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const failure = (cause: unknown): Error => new Error(`It does not start:\n${output}`, { cause });
  child.once('error', (error) => up.reject(failure(error)));
  child.once('close', (code) => up.reject(failure(new Error(`it ended with ${code}`))));
  const inTime = within(START_TIMEOUT_MS, up.promise, () => {
    throw failure(new Error('it took too long'));
  });
  return { pid: child.pid ?? 0, up: inTime, gone };
};
