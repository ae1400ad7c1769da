import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '#/scripts/launch/command.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';

/**
 * Living processes with their parents. Where there is /proc, zombies are left out: they have ended, and only their exit code is still
 * unread.
 */
type Parents = ReadonlyMap<number, number>;

const fromProc = (): Parents => {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      // The name, in brackets, may contain any character; state and parent follow it (proc_pid_stat(5)).
      const [, parent] = /\) [^ZX] (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      if (parent !== undefined) parents.set(Number(name), Number(parent));
    } catch {
      // It ended while we looked.
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

/** @returns whether there is such a process */
export const sendSignal = (pid: number, name: NodeJS.Signals): boolean => {
  // Pid zero would signal our own process group.
  if (pid <= 0) return false;
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
};

const postmasterOf = (dataDir: string): readonly number[] => {
  const file = join(dataDir, 'postgres', 'postmaster.pid');
  return existsSync(file) ? [Number(readFileSync(file, 'utf8').split('\n', 1)[0])] : [];
};

/** Halts processes so that they start no others, and then halts their descendants. @returns the descendants and the roots */
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
 * Sends SIGKILL to some processes, the Postgres of a data folder, and all their descendants, at the same moment. They are halted
 * before, so that none can react to the death of another or start a new one. Waits for their end, at most ten seconds.
 * @returns how many there were
 */
export const killTree = async (pids: readonly number[], dataDir: string): Promise<number> => {
  const all = haltTree([...pids, ...postmasterOf(dataDir)]);
  for (const pid of all) sendSignal(pid, 'SIGKILL');
  await waitUntil(areGone(all), { timeoutMs: 10_000 });
  return all.length;
};

const END_MS = 5_000;

/**
 * Ends processes and all their descendants with SIGINT, as Ctrl-C does; Postgres then makes a fast shutdown. Kills those that are left
 * after `END_MS`. Waits for the end of all, at most twice `END_MS`.
 */
export const endTree = async (pids: readonly number[]): Promise<void> => {
  const all = haltTree(pids);
  for (const pid of all) sendSignal(pid, 'SIGINT');
  for (const pid of all) sendSignal(pid, 'SIGCONT');
  const ended = await waitUntil(areGone(all), { timeoutMs: END_MS });
  if (!ended) for (const pid of all) sendSignal(pid, 'SIGKILL');
  await waitUntil(areGone(all), { timeoutMs: END_MS });
};

/** Ends all descendants of this process. */
export const endChildren = (): Promise<void> => {
  const children = [...readParents()].filter(([, parent]) => parent === process.pid);
  return endTree(children.map(([pid]) => pid));
};
