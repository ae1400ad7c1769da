import { Refused } from '#/domain/errors/refused.ts';
import type { PermissionFlag } from './permissions.ts';
import type { StaffDetails } from './staff.ts';

export interface StaffRights extends Pick<StaffDetails, 'role'> {
  readonly permissions: readonly PermissionFlag[];
}

const holdsAll = (by: StaffRights, flags: readonly PermissionFlag[]): boolean => {
  switch (by.role) {
    case 'ADMIN':
      return true;
    case 'FUNCTIONARY':
      return flags.every((flag) => by.permissions.includes(flag));
  }
};

const listChangedFlags = (
  before: readonly PermissionFlag[],
  after: readonly PermissionFlag[],
): readonly PermissionFlag[] => [
  ...after.filter((flag) => !before.includes(flag)),
  ...before.filter((flag) => !after.includes(flag)),
];

/**
 * Requires that the granting member of staff has each flag that changes.
 * @param before empty for a new functionary
 * @throws Refused `staff/flag-not-held`
 */
export const requireMayGrant = (
  by: StaffRights,
  before: readonly PermissionFlag[],
  after: readonly PermissionFlag[],
): void => {
  if (!holdsAll(by, listChangedFlags(before, after))) throw new Refused('staff/flag-not-held');
};
