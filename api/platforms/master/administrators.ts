import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Administrator } from '#/api/contract/master.ts';
import { readPage } from '#/api/http/paging.ts';
import { loadStaffStatuses } from '#/api/people/staff-status.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { Contact } from '#/domain/privacy/encrypted.ts';
import { listLastSignIns } from '#/projections/access-trail.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import type { Page } from '#/projections/engine/define/page.ts';
import { namesOf } from '#/projections/platforms.ts';
import { listAdministrators as listRows, type StaffRow } from '#/projections/staff.ts';

type Listing = ParsedInputOf<'master.listAdministrators'>;
type Listed = OutputOf<'master.listAdministrators'>;

/** Adds sign-ins, invitations, e-mails and platform names to the rows. */
const withContext = async (
  services: Services,
  database: Queryable,
  rows: readonly StaffRow[],
): Promise<Administrator[]> => {
  const [statuses, signIns, names, contacts] = await Promise.all([
    loadStaffStatuses(services, rows),
    listLastSignIns(
      database,
      'staff',
      rows.map(({ platformId, staffId: personId }) => ({ platformId, personId })),
    ),
    namesOf(
      database,
      rows.map(({ platformId }) => platformId),
    ),
    services.core.vault.openMany<Contact>(rows.map(({ contact }) => contact)),
  ]);
  return rows.flatMap(({ staffId, platformId, changedAt, revision }, index): Administrator[] => {
    const personStatus = statuses[index];
    if (personStatus === undefined) return [];
    return [
      {
        staffId,
        platformId,
        platformName: names.get(platformId) ?? platformId,
        email: contacts[index]?.email ?? null,
        ...personStatus,
        signedInAt: signIns.get(staffId) ?? null,
        changedAt,
        revision,
      },
    ];
  });
};

const list = async (
  services: Services,
  { state, platformId, after, cursor, limit }: Listing,
  staffIds?: readonly string[],
): Promise<Listed> => {
  const filters = { isBlocked: state === 'BLOCKED', platformId, staffIds };
  const read = ['staff', 'platforms', 'access-trail'];
  const { value, position } = await readFresh(services, read, after, async (database) => {
    const page: Page<StaffRow> = await readPage(() =>
      listRows(database, filters, { limit, cursor }),
    );
    return { ...page, items: await withContext(services, database, page.items) };
  });
  return { ...value, position };
};

/** Lists administrators of all platforms, the last changed first. */
export const listAdministrators = (services: Services, listing: Listing): Promise<Listed> =>
  list(services, listing);

/** Finds administrators by a part of the e-mail; those who have not accepted are found while their invitation is stored. */
export const searchAdministrators = async (
  services: Services,
  { text, ...listing }: ParsedInputOf<'master.searchAdministrators'>,
): Promise<Listed> =>
  list(services, listing, await services.sessions.memberships.staffWith(text.toLowerCase()));
