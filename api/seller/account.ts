import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listStatement, monthBalances } from '#/projections/account-statement.ts';
import { balanceTick, getSellerBalance } from '#/projections/seller-balance.ts';

type AccountProcedures = Pick<
  ProceduresOf<'seller'>,
  'seller.getBalance' | 'seller.getReleases' | 'seller.getStatement'
>;

export const accountProcedures: AccountProcedures = {
  'seller.getBalance': async ({ after }, { caller: { sellerId }, services }) => {
    const { value, position } = await readFresh(services, ['seller-balance'], after, (database) =>
      getSellerBalance(database, sellerId),
    );
    return { sellerId, ...balanceTick(value), position };
  },

  'seller.getReleases': async ({ after }, { caller: { sellerId }, services }) => {
    const { value, position } = await readFresh(services, ['seller-balance'], after, (database) =>
      getSellerBalance(database, sellerId),
    );
    const releases = value?.pendingByDay ?? [];
    return { releases: releases.map(([releaseOn, amount]) => ({ releaseOn, amount })), position };
  },

  'seller.getStatement': async ({ month, after, cursor, limit }, { caller, services }) => {
    const { sellerId } = caller;
    const { value, position } = await readFresh(
      services,
      ['account-statement'],
      after,
      async (database) => ({
        page: await readPage(() => listStatement(database, { sellerId, month }, { limit, cursor })),
        balances: await monthBalances(database, sellerId, month),
      }),
    );
    const items = value.page.items.map(({ sellerId: _, month: __, ...line }) => line);
    return { items, nextCursor: value.page.nextCursor, ...value.balances, position };
  },
};
