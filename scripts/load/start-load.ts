import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { readLoadRecords, type LoadRecord } from './records.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

export interface LoadOptions {
  /** Several processes get the requests in turn. */
  readonly url: string | readonly string[];
  readonly rate: number;
  readonly seconds: number;
  readonly arrivals?: 'poisson' | 'even';
  /** Offers to choose from (`bench/market-catalogue.ts`), instead of demo-ebook. */
  readonly offers?: number;
  /** Whether the seller also refunds and withdraws. */
  readonly withSeller?: boolean;
  /** Overwritten: one record as JSON a line. */
  readonly file: string;
}

export interface Load {
  /** Returns the records so far. */
  readonly records: () => readonly LoadRecord[];
  /** Stops new buyers; earlier ones continue. */
  readonly end: () => void;
  /** Resolves when every buyer was served. @throws when the process failed */
  readonly waitUntilServed: () => Promise<readonly LoadRecord[]>;
  /** True once every buyer was served. */
  readonly hasEnded: () => true | undefined;
  readonly kill: () => void;
}

/** Starts the load as a separate process, which survives a crash of the product and does not share its event loop. */
export const startLoad = (options: LoadOptions): Load => {
  const {
    url,
    rate,
    seconds,
    arrivals = 'poisson',
    offers = 0,
    withSeller = false,
    file,
  } = options;
  const urls = [url].flat().flatMap((each) => ['--url', each]);
  const flags = [...urls, '--rate', `${rate}`, '--seconds', `${seconds}`];
  const choice = ['--arrivals', arrivals, '--offers', `${offers}`];
  const args = [MAIN, ...flags, ...choice, ...(withSeller ? ['--seller'] : [])];
  const output = openSync(file, 'w');
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const records = () => readLoadRecords(file);
  return {
    records,
    end: () => child.kill('SIGTERM'),
    waitUntilServed: async () => {
      const code = await ended;
      if (code !== 0) throw new Error(`the load ended with ${code}`);
      return records();
    },
    hasEnded: () => (child.exitCode === 0 ? true : undefined),
    kill: () => child.kill('SIGKILL'),
  };
};
