import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { findSellers } from '#/api/people/find-sellers.ts';
import { loadSellerNames } from '#/api/people/seller-names.ts';
import { loadAuthorEmails, loadManagerEmails } from '#/api/people/staff-emails.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { assignment } from '#/domain/manager/assignment.ts';
import { seller } from '#/domain/seller/seller.ts';
import { dayOf } from '#/domain/values/time.ts';
import { loadSellerVolumes } from '#/projections/portfolio-volumes.ts';
import { listAssignments, listMoves, type PortfolioMoveRow } from '#/projections/portfolios.ts';

export const listPortfolio = async (
  services: Services,
  { platformId }: StaffCaller,
  { managerId, after, cursor, limit }: ParsedInputOf<'admin.listPortfolio'>,
): Promise<OutputOf<'admin.listPortfolio'>> => {
  const { core } = services;
  const today = dayOf(core.now());
  const read = ['portfolios', 'sales'];
  const { value, position } = await readFresh(services, read, after, async (database) => {
    const page = await readPage(() =>
      listAssignments(database, { platformId, managerId }, { limit, cursor }),
    );
    const ids = page.items.map(({ sellerId }) => sellerId);
    return { ...page, volumes: await loadSellerVolumes(database, platformId, ids, today) };
  });
  const { items: rows, nextCursor, volumes } = value;
  const [names, authors, statuses] = await Promise.all([
    loadSellerNames(
      core,
      rows.map(({ sellerId }) => sellerId),
    ),
    loadAuthorEmails(
      core,
      rows.map(({ assignedBy }) => assignedBy),
    ),
    Promise.all(
      rows.map(async ({ sellerId }) => {
        const { state } = await core.records.load(seller, streamOf('seller', sellerId));
        return state.status === 'ACTIVE' ? ('ACTIVE' as const) : ('BLOCKED' as const);
      }),
    ),
  ]);
  const items = rows.map(({ sellerId, assignedAt, assignedBy, revision }, index) => ({
    sellerId,
    name: names.get(sellerId) ?? null,
    status: statuses[index] ?? ('BLOCKED' as const),
    volume: volumes.get(sellerId)?.volume ?? 0,
    assignedAt,
    assignedBy: authors.get(assignedBy) ?? null,
    revision,
  }));
  return { items, nextCursor, position };
};

/** Returns a function that adds the e-mail to a manager's id. */
const managersOf = async ({ core }: Services, rows: readonly PortfolioMoveRow[]) => {
  const ids = rows.flatMap(({ fromId, toId }) => [fromId ?? [], toId ?? []].flat());
  const names = await loadManagerEmails(core, ids);
  return (managerId: string | null) =>
    managerId === null ? null : { managerId, email: names.get(managerId) ?? null };
};

/** Lists the sellers who came into a portfolio or left it. */
export const listPortfolioMoves = async (
  services: Services,
  { platformId }: StaffCaller,
  { managerId, after, cursor, limit }: ParsedInputOf<'admin.listPortfolioMoves'>,
): Promise<OutputOf<'admin.listPortfolioMoves'>> => {
  const { core } = services;
  const { value, position } = await readFresh(services, ['portfolios'], after, (database) =>
    readPage(() => listMoves(database, { platformId, managerId }, { limit, cursor })),
  );
  const { items: rows, nextCursor } = value;
  const [names, authors, showManager] = await Promise.all([
    loadSellerNames(
      core,
      rows.map(({ sellerId }) => sellerId),
    ),
    loadAuthorEmails(
      core,
      rows.map(({ movedBy }) => movedBy),
    ),
    managersOf(services, rows),
  ]);
  const items = rows.map(({ eventId, at, sellerId, fromId, toId, movedBy }) => ({
    eventId,
    at,
    sellerId,
    sellerName: names.get(sellerId) ?? null,
    from: showManager(fromId),
    to: showManager(toId),
    by: authors.get(movedBy) ?? null,
  }));
  return { items, nextCursor, position };
};

/** Finds sellers by name, with their manager according to the log. */
export const findAssignable = async (
  services: Services,
  { platformId }: StaffCaller,
  input: ParsedInputOf<'admin.findAssignable'>,
): Promise<OutputOf<'admin.findAssignable'>> => {
  const { core } = services;
  const { items: matching, isPart, position } = await findSellers(services, platformId, input);
  const assigned = await Promise.all(
    matching.map(async ({ sellerId, name }) => {
      const { state } = await core.handler.load(assignment, streamOf('assignment', sellerId));
      if (state.status === 'ABSENT') return { sellerId, name, managerId: null, revision: null };
      const { details, revision } = state;
      return { sellerId, name, managerId: details.managerId, revision };
    }),
  );
  const names = await loadManagerEmails(
    core,
    assigned.flatMap(({ managerId }) => managerId ?? []),
  );
  const items = assigned.map((each) => ({
    ...each,
    managerEmail: names.get(each.managerId ?? '') ?? null,
  }));
  return { items, isPart, position };
};
