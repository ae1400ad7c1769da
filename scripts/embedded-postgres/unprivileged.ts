import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BadEnvironment } from '#/scripts/launch/command.ts';

/** A user of the operating system. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the account to run Postgres as, because Postgres refuses root: the owner of its data folder or, if root owns it, `nobody`.
 * Undefined = this process is not root.
 * @throws BadEnvironment when there is no user `nobody`
 */
export const findUnprivilegedAccount = async (cluster: string): Promise<Account | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = await readFile('/etc/passwd', 'utf8');
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts) ?? [];
  if (uid === undefined || gid === undefined) {
    throw new BadEnvironment(
      'Postgres does not run as root and there is no user `nobody`: start as another user.',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
};

/** Whether other users cannot enter the folder or one above it. */
const isClosedToOthers = async (path: string): Promise<boolean> => {
  const { mode } = await stat(path);
  if ((mode & 0o001) === 0) return true;
  return dirname(path) === path ? false : isClosedToOthers(dirname(path));
};

const setpriv = '/usr/bin/setpriv';

/**
 * Starts a program as `account`; undefined = as the user of this process. A folder such as `/root` may be closed to the account. Then
 * `setpriv` (util-linux) gives the program the capability to enter it. `no_setuid_fixup` makes access(2), which Postgres uses, honour
 * it.
 * @throws BadEnvironment when `setpriv` is needed and missing
 */
export const spawnAs = async (
  account: Account | undefined,
  program: string,
  args: readonly string[],
  { paths, ...options }: SpawnOptions & { readonly paths: readonly string[] },
): Promise<ChildProcess> => {
  if (account === undefined) return spawn(program, args, options);
  const areClosed = await Promise.all(
    [program, ...paths].map((path) => isClosedToOthers(dirname(path))),
  );
  if (!areClosed.includes(true)) return spawn(program, args, { ...options, ...account });
  if (!existsSync(setpriv)) {
    throw new BadEnvironment(
      `Postgres does not run as root, and user nobody cannot enter ${paths.join(' or ')}: ` +
        'start as another user or from a folder open to all.',
    );
  }
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  const flags = [...identity, '--securebits=+no_setuid_fixup', ...capability];
  return spawn(setpriv, [...flags, program, ...args], options);
};
