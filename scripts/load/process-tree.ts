import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodeOf } from '#/domain/errors/error-code.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';

/** Process id of a child → that of its parent, without zombies where there is /proc. */
type Parents = ReadonlyMap<number, number>;

const fromProc = (): Parents => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      // The name, in brackets, may contain any character (proc_pid_stat(5)).
      const [, parent] = /\) [^ZX] (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      if (parent !== undefined) parents.set(Number(name), Number(parent));
    } catch {
      // The process ended meanwhile.
    }
  }
  return parents;
};

const fromPs = (): Parents =>
  new Map(
    execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => {
        const [pid, parent] = line.trim().split(/\s+/);
        return [Number(pid), Number(parent)];
      }),
  );

/** Linux images for Node often have no `ps`; other systems have no /proc. */
const readParents = (): Parents => (existsSync('/proc/self/stat') ? fromProc() : fromPs());

const withDescendants = (roots: readonly number[]): readonly number[] => {
  const parents = readParents();
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)) {
      if (roots.includes(at)) return true;
    }
    return false;
  };
  return [...parents.keys()].filter(isOurs);
};

/** @returns whether the process exists */
export const sendSignal = (pid: number, name: NodeJS.Signals): boolean => {
  // Zero would signal our own process group.
  if (pid <= 0) return false;
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (errorCodeOf(error) === 'ESRCH') return false;
    throw error;
  }
};

const postmasterOf = (dataDir: string): readonly number[] => {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? [Number(readFileSync(file, 'utf8').split('\n', 1)[0])] : [];
};

/** Halts the roots first, so that they start no more processes. @returns the roots and their descendants */
const haltTree = (roots: readonly number[]): readonly number[] => {
  for (const pid of roots) sendSignal(pid, 'SIGSTOP');
  const all = withDescendants(roots);
  for (const pid of all) sendSignal(pid, 'SIGSTOP');
  return all;
};

const areGone = (pids: readonly number[]) => (): true | undefined => {
  const living = readParents();
  return pids.some((pid) => living.has(pid)) ? undefined : true;
};

/**
 * Kills processes, their descendants and the Postgres of a data folder. All are halted before, so that none reacts to another's death.
 * @returns how many processes there were
 */
export const killTree = async (pids: readonly number[], dataDir: string): Promise<number> => {
  const all = haltTree([...pids, ...postmasterOf(dataDir)]);
  for (const pid of all) sendSignal(pid, 'SIGKILL');
  await waitUntil(areGone(all), { timeoutMs: 10_000 });
  return all.length;
};

const END_MS = 5_000;

/** Interrupts processes and their descendants, as Ctrl-C does; after `END_MS` kills those that still run. */
export const endTree = async (pids: readonly number[]): Promise<void> => {
  const all = haltTree(pids);
  for (const pid of all) sendSignal(pid, 'SIGINT');
  for (const pid of all) sendSignal(pid, 'SIGCONT');
  const ended = await waitUntil(areGone(all), { timeoutMs: END_MS });
  if (!ended) for (const pid of all) sendSignal(pid, 'SIGKILL');
  await waitUntil(areGone(all), { timeoutMs: END_MS });
};

export const endChildren = (): Promise<void> => {
  const children = [...readParents()].filter(([, parent]) => parent === process.pid);
  return endTree(children.map(([pid]) => pid));
};
