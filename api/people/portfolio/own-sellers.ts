import type { ManagerCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { OwnSeller } from '#/api/contract/manager.ts';
import { readPage } from '#/api/http/paging.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { dayOf } from '#/domain/values/time.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { loadSellerVolumes } from '#/projections/portfolio-volumes.ts';
import { reviewsOf } from '#/projections/receivers/receivers-queries.ts';
import { isSearchComplete } from '#/projections/search/find-sales.ts';
import { prepareSearch, type PreparedSearch } from '#/projections/search/prepared.ts';
import { getSeller as getRow, listSellersOf, type SellerRow } from '#/projections/sellers.ts';
import { keepSellersInPortfolio, requireSellerInPortfolio } from './in-portfolio.ts';

/** Read models of a manager's lists, which a read waits for. */
const READ = ['portfolios', 'sellers', 'receivers', 'sales'];

/** The review and the sales volume of each seller. */
const figuresOf = async ({ core }: Services, database: Queryable, rows: readonly SellerRow[]) => {
  const ids = rows.map(({ sellerId }) => sellerId);
  const [first] = rows;
  const today = dayOf(core.now());
  return {
    reviews: await reviewsOf(database, ids),
    volumes: await loadSellerVolumes(database, first?.platformId ?? '', ids, today),
  };
};

/** Returns what a manager sees of sellers, in the order of the rows. */
const viewsOf = async (
  { vault }: Services['core'],
  rows: readonly SellerRow[],
  { reviews, volumes }: Awaited<ReturnType<typeof figuresOf>>,
): Promise<OwnSeller[]> => {
  const identities = await vault.openMany<Identity>(rows.map(({ identity }) => identity));
  return rows.map(({ sellerId, isBlocked }, index) => {
    const { volume = 0, before = 0, lastSaleOn = null } = volumes.get(sellerId) ?? {};
    return {
      sellerId,
      name: identities[index]?.name ?? null,
      status: isBlocked ? 'BLOCKED' : 'ACTIVE',
      review: reviews.get(sellerId)?.review ?? 'INCOMPLETE',
      volume,
      before,
      lastSaleOn,
    };
  });
};

/** Reads a page of sellers, without those who have left the portfolio since. */
const readSellers = async (
  services: Services,
  caller: ManagerCaller,
  { after, cursor, limit }: ParsedInputOf<'manager.listSellers'>,
  search?: PreparedSearch,
) => {
  const { platformId, managerId } = caller;
  const portfolio = { platformId, managerId };
  const { value, position } = await readFresh(services, READ, after, async (database) => {
    const page = await readPage(() =>
      listSellersOf(database, portfolio, search, { limit, cursor }),
    );
    const isWhole = search === undefined || (await isSearchComplete(database));
    return { page, isWhole, figures: await figuresOf(services, database, page.items) };
  });
  const { page, isWhole, figures } = value;
  const rows = await keepSellersInPortfolio(services.core, caller, page.items);
  const items = await viewsOf(services.core, rows, figures);
  return { found: { items, nextCursor: page.nextCursor, position }, isWhole };
};

export const listOwnSellers = async (
  services: Services,
  caller: ManagerCaller,
  input: ParsedInputOf<'manager.listSellers'>,
): Promise<OutputOf<'manager.listSellers'>> => (await readSellers(services, caller, input)).found;

/** Finds sellers of the portfolio by whole words of the name, and by no other data. */
export const searchOwnSellers = async (
  services: Services,
  caller: ManagerCaller,
  { text, ...input }: ParsedInputOf<'manager.searchSellers'>,
): Promise<OutputOf<'manager.searchSellers'>> => {
  const { core } = services;
  const { platformId } = caller;
  const prepared = prepareSearch(core.vault, {
    platformId,
    text,
    isOfSellers: true,
    isWithNumbers: false,
  });
  if (prepared.terms.length === 0 || !prepared.isOfWords) {
    const position = (await core.store.head()) ?? '';
    return { items: [], nextCursor: null, searched: 'NOTHING', position };
  }
  const { found, isWhole } = await readSellers(services, caller, input, prepared);
  return { ...found, searched: isWhole ? 'ALL' : 'PART' };
};

/** @throws Rejected `resource/not-found` */
export const getOwnSeller = async (
  services: Services,
  caller: ManagerCaller,
  { sellerId, after }: ParsedInputOf<'manager.getSeller'>,
): Promise<OutputOf<'manager.getSeller'>> => {
  await requireSellerInPortfolio(services.core, caller, sellerId);
  const { value, position } = await readFresh(services, READ, after, async (database) => {
    const row = await getRow(database, sellerId);
    return row && { row, figures: await figuresOf(services, database, [row]) };
  });
  if (value === undefined) throw new Rejected('resource/not-found');
  const [shown] = await viewsOf(services.core, [value.row], value.figures);
  if (shown === undefined) throw new Rejected('resource/not-found');
  return { ...shown, position };
};
