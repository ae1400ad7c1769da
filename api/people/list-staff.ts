import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { roles } from '#/api/contract/roles.ts';
import type { StaffMember } from '#/api/contract/staff.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { Contact } from '#/domain/privacy/encrypted.ts';
import { listLastSignIns } from '#/projections/access-trail.ts';
import { listStaff as listRows, type StaffRow } from '#/projections/staff.ts';
import { loadAuthorEmails } from './staff-emails.ts';
import { loadStaffStatuses } from './staff-status.ts';

/** Loads what is shown besides the rows. */
const loadContext = async (services: Services, rows: readonly StaffRow[]) => {
  const { core, database } = services;
  const authors = rows.map(({ changedBy }) => changedBy);
  const [statuses, signIns, names, contacts] = await Promise.all([
    loadStaffStatuses(services, rows),
    listLastSignIns(
      database,
      'staff',
      rows.map(({ platformId, staffId: personId }) => ({ platformId, personId })),
    ),
    loadAuthorEmails(core, authors),
    core.vault.openMany<Contact>(rows.map(({ contact }) => contact)),
  ]);
  return { statuses, signIns, names, contacts };
};

/** Lists staff, the last changed first. */
export const listStaff = async (
  services: Services,
  caller: StaffCaller,
  { state, after, cursor, limit }: ParsedInputOf<'admin.listStaff'>,
): Promise<OutputOf<'admin.listStaff'>> => {
  const { platformId } = caller;
  const filters = { platformId, isBlocked: state === 'BLOCKED' };
  const { value, position } = await readFresh(services, ['staff'], after, (database) =>
    readPage(() => listRows(database, filters, { limit, cursor })),
  );
  const { statuses, signIns, names, contacts } = await loadContext(services, value.items);
  const items = value.items.flatMap((row, index): StaffMember[] => {
    const { staffId, role, permissions, changedAt, changedBy, revision } = row;
    const personStatus = statuses[index];
    if (personStatus === undefined) return [];
    return [
      {
        staffId,
        email: contacts[index]?.email ?? null,
        role,
        permissions: [...permissions],
        ...personStatus,
        signedInAt: signIns.get(staffId) ?? null,
        changedAt,
        changedBy: names.get(changedBy) ?? null,
        revision,
        isChangeable: roles[role].flags !== 'all' && staffId !== caller.staffId,
      },
    ];
  });
  return { items, nextCursor: value.nextCursor, position };
};
