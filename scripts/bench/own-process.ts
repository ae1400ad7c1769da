import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Runs a bench's file in a separate process, and returns the figures in the last line that it prints. */
export const inOwnProcess = async (
  file: string,
  ...given: readonly string[]
): Promise<Readonly<Record<string, number>>> => {
  const { stdout } = await run(process.execPath, [file, ...given], { maxBuffer: 1 << 24 });
  const figures: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return z.record(z.string(), z.number()).parse(figures);
};

/** Returns the largest resident memory of this process so far, in megabytes (10^6 bytes). */
export const peakMegabytes = (): number => (process.resourceUsage().maxRSS * 1_024) / 1e6;
