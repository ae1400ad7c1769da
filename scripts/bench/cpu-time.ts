import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

/** User and system time, in milliseconds. */
export const cpuMsOf = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in brackets, may contain any character (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};
