import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** Runs a bench file in a process of its own. @returns the figures in the last line that it prints */
export const inOwnProcess = async (
  file: string,
  ...parameters: readonly string[]
): Promise<Readonly<Record<string, number>>> => {
  const { stdout } = await run(process.execPath, [file, ...parameters], { maxBuffer: 1 << 24 });
  const figures: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  return z.record(z.string(), z.number()).parse(figures);
};

/** Largest resident memory so far, in megabytes (10^6 bytes). */
export const peakMegabytes = (): number => (process.resourceUsage().maxRSS * 1_024) / 1e6;
