import type { SellerCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { readPage } from '#/api/http/paging.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { listStatement, loadMonthBalances } from '#/projections/account-statement.ts';
import { balanceTick, getSellerBalance } from '#/projections/seller-balance.ts';

const readBalance = (services: Services, sellerId: string, after: string | undefined) =>
  readFresh(services, ['seller-balance'], after, (database) =>
    getSellerBalance(database, sellerId),
  );

export const getBalance = async (
  services: Services,
  { sellerId }: SellerCaller,
  { after }: ParsedInputOf<'seller.getBalance'>,
): Promise<OutputOf<'seller.getBalance'>> => {
  const { value, position } = await readBalance(services, sellerId, after);
  return { sellerId, ...balanceTick(value), position };
};

export const getReleases = async (
  services: Services,
  { sellerId }: SellerCaller,
  { after }: ParsedInputOf<'seller.getReleases'>,
): Promise<OutputOf<'seller.getReleases'>> => {
  const { value, position } = await readBalance(services, sellerId, after);
  const releases = value?.pendingByDay ?? [];
  return { releases: releases.map(([releaseOn, amount]) => ({ releaseOn, amount })), position };
};

/** Returns a month's statement, newest line first. */
export const getStatement = async (
  services: Services,
  { sellerId }: SellerCaller,
  { month, after, cursor, limit }: ParsedInputOf<'seller.getStatement'>,
): Promise<OutputOf<'seller.getStatement'>> => {
  const { value, position } = await readFresh(
    services,
    ['account-statement'],
    after,
    async (database) => ({
      page: await readPage(() => listStatement(database, { sellerId, month }, { limit, cursor })),
      balances: await loadMonthBalances(database, sellerId, month),
    }),
  );
  const items = value.page.items.map(({ sellerId: _, month: __, ...line }) => line);
  return { items, nextCursor: value.page.nextCursor, ...value.balances, position };
};
