import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { readLoadRecords, type LoadRecord } from './records.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

export interface LoadOptions {
  /** Where the product is; several processes of it are asked in turn. */
  readonly url: string | readonly string[];
  readonly rate: number;
  readonly seconds: number;
  readonly arrivals?: 'poisson' | 'even';
  /** The seller refunds and withdraws too. */
  readonly desk?: boolean;
  /** Where the process writes what happened, line by line. */
  readonly file: string;
}

export interface Load {
  /** What happened up to now. */
  readonly records: () => readonly LoadRecord[];
  /** Nobody comes any more; those under way go on. */
  readonly end: () => void;
  /** Resolves when everybody was served. @throws when the process failed */
  readonly done: () => Promise<readonly LoadRecord[]>;
  /** True when everybody was served, undefined before. */
  readonly hasEnded: () => true | undefined;
  /** Stops it wherever it is. */
  readonly kill: () => void;
}

/** Buyers as a process of their own, so that they neither share the fate of the product nor its event loop. */
export const startLoad = (options: LoadOptions): Load => {
  const { url, rate, seconds, arrivals = 'poisson', desk = false, file } = options;
  const urls = [url].flat().flatMap((each) => ['--url', each]);
  const flags = [...urls, '--rate', `${rate}`, '--seconds', `${seconds}`];
  const all = [MAIN, ...flags, '--arrivals', arrivals, ...(desk ? ['--desk'] : [])];
  const output = openSync(file, 'w');
  const child = spawn(process.execPath, all, { stdio: ['ignore', output, 'inherit'] });
  closeSync(output);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const records = () => readLoadRecords(file);
  return {
    records,
    end: () => child.kill('SIGTERM'),
    done: async () => {
      const code = await ended;
      if (code !== 0) throw new Error(`the load ended with ${code}`);
      return records();
    },
    hasEnded: () => (child.exitCode === 0 ? true : undefined),
    kill: () => child.kill('SIGKILL'),
  };
};
