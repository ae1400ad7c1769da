import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import type { ListedSeller } from '#/api/contract/sellers.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { Contact, Identity } from '#/domain/privacy/encrypted.ts';
import { aggregateId } from '#/domain/values/ids.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { reviewsOf } from '#/projections/receivers/receivers-queries.ts';
import { isSearchComplete } from '#/projections/search/find-sales.ts';
import { prepareSearch } from '#/projections/search/prepared.ts';
import { balancesOf } from '#/projections/seller-balance.ts';
import {
  countSellers as countRows,
  listSellers as listRows,
  type SellerRow,
  type SellerSearch,
} from '#/projections/sellers.ts';
import {
  findWaits,
  listWaiting,
  type VisibleWaits,
} from '#/projections/receivers/waiting-sellers.ts';
import { showWaits, loadVisibleWaits, WAITS_MODELS } from './waits.ts';

export const SELLER_MODELS = ['sellers', 'seller-balance', 'receivers'];

/** Loads what is shown with the rows of these sellers. */
export const figuresOf = async (database: Queryable, sellerIds: readonly string[]) => ({
  balances: await balancesOf(database, sellerIds),
  reviews: await reviewsOf(database, sellerIds),
});

/** A seller without `waitsFor`, which not all staff may see. */
export type ShownSeller = Omit<ListedSeller, 'waitsFor'>;

/** Returns what is shown of sellers, in the order of the rows. */
export const showSellers = async (
  { vault }: Services['core'],
  rows: readonly SellerRow[],
  { balances, reviews }: Awaited<ReturnType<typeof figuresOf>>,
): Promise<readonly ShownSeller[]> => {
  const [identities, contacts] = await Promise.all([
    vault.openMany<Identity>(rows.map(({ identity }) => identity)),
    vault.openMany<Contact>(rows.map(({ contact }) => contact)),
  ]);
  return rows.map((row, index) => {
    const { sellerId, pixEnabled, creditCardEnabled, billetEnabled, joinedAt } = row;
    const balance = balances.get(sellerId);
    const { review = 'INCOMPLETE', waitingSince = null } = reviews.get(sellerId) ?? {};
    return {
      sellerId,
      name: identities[index]?.name ?? null,
      email: contacts[index]?.email ?? null,
      pixEnabled,
      creditCardEnabled,
      billetEnabled,
      status: row.isBlocked ? 'BLOCKED' : 'ACTIVE',
      review,
      waitingSince,
      available: balance?.available ?? 0,
      pending: balance?.pending ?? 0,
      joinedAt,
    };
  });
};

const readRows = (
  database: Queryable,
  visible: VisibleWaits,
  { state, cursor, limit }: Pick<ParsedInputOf<'admin.listSellers'>, 'state' | 'cursor' | 'limit'>,
  search: SellerSearch | undefined,
) =>
  state === 'WAITING'
    ? listWaiting(database, visible, search, { limit, cursor })
    : listRows(
        database,
        { platformId: visible.platformId, isBlocked: state === 'BLOCKED' },
        search,
        { limit, cursor },
      );

const readSellers = async (
  services: Services,
  caller: StaffCaller,
  { after, ...listing }: ParsedInputOf<'admin.listSellers'>,
  search?: SellerSearch,
) => {
  const visible = await loadVisibleWaits(services, caller);
  const models = [...SELLER_MODELS, ...WAITS_MODELS];
  const { value, position } = await readFresh(services, models, after, async (database) => {
    const page = await readPage(() => readRows(database, visible, listing, search));
    const ids = page.items.map(({ sellerId }) => sellerId);
    const isWhole = search === undefined || (await isSearchComplete(database));
    const waits = await findWaits(database, visible, ids);
    return { page, isWhole, waits, figures: await figuresOf(database, ids) };
  });
  const { page, isWhole, waits, figures } = value;
  const sellers = await showSellers(services.core, page.items, figures);
  const items = sellers.map((each) => ({ ...each, waitsFor: showWaits(waits, each.sellerId) }));
  return { found: { items, nextCursor: page.nextCursor, position }, isWhole };
};

/** Lists sellers, the last joined first; with the filter `WAITING`, longest waiting first. */
export const listSellers = async (
  services: Services,
  caller: StaffCaller,
  input: ParsedInputOf<'admin.listSellers'>,
): Promise<OutputOf<'admin.listSellers'>> => (await readSellers(services, caller, input)).found;

/** Counts the lines that an export would have. */
export const countSellers = async (
  { database }: Services,
  { platformId }: StaffCaller,
): Promise<OutputOf<'admin.countSellers'>> => ({ lines: await countRows(database, platformId) });

/** Finds sellers by words of the name, by e-mail or id, and by document if the caller may see documents. */
export const searchSellers = async (
  services: Services,
  caller: StaffCaller,
  { text, ...input }: ParsedInputOf<'admin.searchSellers'>,
): Promise<OutputOf<'admin.searchSellers'>> => {
  const { core } = services;
  const { platformId } = caller;
  const isWithNumbers = hasFlag(caller, 'isUserDocumentsAvailable');
  const prepared = prepareSearch(core.vault, {
    platformId,
    text,
    isOfSellers: true,
    isWithNumbers,
  });
  const id = aggregateId.safeParse(text.trim()).data;
  if (prepared.terms.length === 0 && id === undefined) {
    const position = (await core.store.head()) ?? '';
    return { items: [], nextCursor: null, searched: 'NOTHING', position };
  }
  const { found, isWhole } = await readSellers(services, caller, input, { prepared, id });
  return { ...found, searched: isWhole ? 'ALL' : 'PART' };
};
