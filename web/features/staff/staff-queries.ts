import { roles } from '#/api/contract/roles.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

export interface StaffSearch extends TableSearch {
  /** Without it, those who have access. */
  readonly state?: 'BLOCKED' | undefined;
}

export const staffQuery = ({ cursor, state }: StaffSearch) => ({
  queryKey: ['staff', state, cursor],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    query('admin.listStaff', { cursor, state, after: newestPosition() }, { signal }),
});

/** The name, or what else there is of a person who has not accepted yet, or whose data were erased. */
export const memberName = ({ name, email, staffId }: StaffMember): string =>
  name ?? email ?? staffId;

/** Whether the person has all flags by their role, whatever is on record. */
export const hasAllFlags = ({ role }: StaffMember): boolean => roles[role].flags === 'all';
