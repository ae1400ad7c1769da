import type { StaffMember } from '#/api/contract/staff.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import { ProblemError } from '#/web/lib/rpc.ts';

/** The saved part of a functionary on which a change depends. */
export type SavedRecord = Pick<StaffMember, 'permissions' | 'status' | 'revision' | 'changedAt'>;

const statuses: readonly SavedRecord['status'][] = ['ACTIVE', 'INVITED', 'EXPIRED', 'BLOCKED'];

/** The current record, if the server refused a change because of it; else undefined. */
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
