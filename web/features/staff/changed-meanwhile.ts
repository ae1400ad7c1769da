import type { StaffMember } from '#/api/contract/staff.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import { ProblemError } from '#/web/lib/rpc.ts';

/** The part of a functionary's saved record on which a change depends. */
export type SavedRecord = Pick<StaffMember, 'permissions' | 'status' | 'revision' | 'changedAt'>;

const statuses: readonly SavedRecord['status'][] = ['ACTIVE', 'INVITED', 'EXPIRED', 'BLOCKED'];

/** Returns the current record if a change was refused because the record had changed meanwhile; else undefined. */
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
