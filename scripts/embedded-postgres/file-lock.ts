import { DatabaseSync } from 'node:sqlite';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { errorCodeOf } from '#/domain/errors/error-code.ts';

/** Whether the process exists, under any user. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCodeOf(error) === 'EPERM';
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
 * Runs `work` while no one else holds this lock. It is SQLite's lock of a file, which the kernel releases when the process is
 * killed.
 * @throws BadEnvironment when others hold the lock for 150 s; the reason of `signal`
 */
export const withFileLock = async <Result>(
  path: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> => {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    const isHeld = await waitUntil(() => tryBegin(database), { timeoutMs: 150_000, signal });
    if (!isHeld) throw new BadEnvironment(`${path} has been held by another process for minutes.`);
    return await work();
  } finally {
    database.close();
  }
};
