import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { within } from '#/ledger/concurrency/within.ts';

export interface LaunchOptions {
  /** What Node runs, with its arguments. */
  readonly command: readonly string[];
  /** Added to the environment of this process. */
  readonly environment: NodeJS.ProcessEnv;
  /** File for its output. */
  readonly log: string;
  /** Text in its output that shows it is up. */
  readonly upWith: string;
}

/** A process that may not be up yet. */
export interface Launched {
  readonly pid: number;
  /** Resolves when it is up; rejects with its output when it ends before, or takes too long. */
  readonly up: Promise<void>;
  /** Resolves with its exit code or signal, once it has ended and every process that held its output open has ended too. */
  readonly gone: Promise<string>;
}

const START_TIMEOUT_MS = 120_000;

/** Starts one of our programs as a separate process. */
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
