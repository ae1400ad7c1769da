import type { Pool } from 'pg';
import { listPlatformsWithStaff } from '#/api/auth/users-of-accounts.ts';
import { BadEnvironment } from './command.ts';

/**
 * Returns the platform that `--platform` names, or else the only one. Only platforms with staff count.
 * @throws BadEnvironment when there is no such platform, or several and none is named
 */
export const choosePlatform = async (pool: Pool, platform: unknown): Promise<string> => {
  const ids = await listPlatformsWithStaff(pool);
  const [only] = ids;
  if (only === undefined)
    throw new BadEnvironment(
      'No platform has staff yet: its master creates one at /master-root/ and invites its administrator.',
    );
  if (typeof platform !== 'string' && ids.length === 1) return only;
  const namedId = ids.find((id) => id === platform);
  if (namedId !== undefined) return namedId;
  throw new BadEnvironment(`Name a platform with --platform, one of ${ids.join(', ')}.`);
};
