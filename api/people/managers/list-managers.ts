import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { ManagerLine } from '#/api/contract/managers.ts';
import { readPage } from '#/api/http/paging.ts';
import { loadAuthorEmails } from '#/api/people/staff-emails.ts';
import { loadPersonStatuses } from '#/api/people/staff-status.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { Contact } from '#/domain/privacy/encrypted.ts';
import { dayOf } from '#/domain/values/time.ts';
import { listLastSignIns } from '#/projections/access-trail.ts';
import { listManagers as listRows, type ManagerRow } from '#/projections/managers.ts';
import { loadPortfolioFigures } from '#/projections/portfolio-volumes.ts';

const READ = ['managers', 'portfolios', 'sales', 'access-trail'];

/** Loads what is shown besides the rows and figures. */
const loadContext = async (services: Services, rows: readonly ManagerRow[]) => {
  const { core } = services;
  const people = rows.map(({ managerId, isBlocked }) => ({ personId: managerId, isBlocked }));
  const [statuses, names, contacts] = await Promise.all([
    loadPersonStatuses(services, 'manager', people),
    loadAuthorEmails(
      core,
      rows.map(({ changedBy }) => changedBy),
    ),
    core.vault.openMany<Contact>(rows.map(({ contact }) => contact)),
  ]);
  return { statuses, names, contacts };
};

/** Lists managers, the last changed first. */
export const listManagers = async (
  services: Services,
  { platformId }: StaffCaller,
  { state, after, cursor, limit }: ParsedInputOf<'admin.listManagers'>,
): Promise<OutputOf<'admin.listManagers'>> => {
  const filters = { platformId, isBlocked: state === 'BLOCKED' };
  const today = dayOf(services.core.now());
  const { value, position } = await readFresh(services, READ, after, async (database) => {
    const page = await readPage(() => listRows(database, filters, { limit, cursor }));
    const ids = page.items.map(({ managerId }) => managerId);
    const people = ids.map((personId) => ({ platformId, personId }));
    return {
      page,
      figures: await loadPortfolioFigures(database, ids, today),
      signIns: await listLastSignIns(database, 'manager', people),
    };
  });
  const { page, figures, signIns } = value;
  const { statuses, names, contacts } = await loadContext(services, page.items);
  const items = page.items.flatMap((row, index): ManagerLine[] => {
    const { managerId, changedAt, changedBy, revision } = row;
    const personStatus = statuses[index];
    if (personStatus === undefined) return [];
    return [
      {
        managerId,
        email: contacts[index]?.email ?? null,
        ...personStatus,
        signedInAt: signIns.get(managerId) ?? null,
        changedAt,
        changedBy: names.get(changedBy) ?? null,
        revision,
        sellers: figures.get(managerId)?.sellers ?? 0,
        volume: figures.get(managerId)?.volume ?? 0,
      },
    ];
  });
  return { items, nextCursor: page.nextCursor, position };
};
