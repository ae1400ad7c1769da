import type { StaffMember } from '#/api/contract/staff.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import { ProblemError } from '#/web/lib/rpc.ts';

/** What is on record of a functionary, as far as a change depends on it. */
export type SavedRecord = Pick<StaffMember, 'permissions' | 'status' | 'revision' | 'changedAt'>;

const statuses: readonly SavedRecord['status'][] = ['ACTIVE', 'INVITED', 'EXPIRED', 'BLOCKED'];

/** Returns what is on record now, if a change was refused because the record had changed meanwhile. */
export const changedMeanwhile = (failure: unknown): SavedRecord | undefined => {
  if (!(failure instanceof ProblemError)) return undefined;
  const { code, details = {} } = failure.problem;
  if (code !== 'staff/changed-meanwhile') return undefined;
  const { permissions, revision, changedAt } = details;
  const status = statuses.find((each) => each === details['status']);
  const isWhole =
    Array.isArray(permissions) && typeof revision === 'number' && typeof changedAt === 'string';
  if (!isWhole || status === undefined) return undefined;
  const flags = permissionFlags.filter((flag) => permissions.includes(flag));
  return { permissions: flags, status, revision, changedAt };
};
