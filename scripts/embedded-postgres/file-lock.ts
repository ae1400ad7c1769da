import { DatabaseSync } from 'node:sqlite';
import { BadEnvironment, errorCode } from '#/scripts/launch/command.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';

/** Whether a process of this id exists, whoever owns it. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
};

const tryBegin = (database: DatabaseSync): true | undefined => {
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === 'database is locked') return undefined;
    throw error;
  }
};

/**
 * Runs `work` while no other process, and no other caller in this one, runs under the same file. The lock is SQLite's
 * on an empty database, the one file lock in Node that the kernel drops together with a killed process.
 */
export const withFileLock = async <Result>(
  path: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    const taken = await waitUntil(() => tryBegin(database), { timeoutMs: 150_000, signal });
    if (!taken) throw new BadEnvironment(`${path} has been held by another process for minutes.`);
    return await work();
  } finally {
    database.close();
  }
};
