import { readFresh } from '#/api/reads/freshness.ts';
import { settingsForSeller } from '#/api/reads/platform-settings.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listWithdrawals } from '#/projections/withdrawals.ts';
import { lacksApproval } from '#/api/withdrawals/approval.ts';
import { requestWithdrawal } from '#/api/withdrawals/request-withdrawal.ts';
import { withdrawalViews } from '#/api/withdrawals/withdrawal-view.ts';
import { withdrawalTerms } from '#/api/withdrawals/withdrawal-terms.ts';

type WithdrawalProcedures = Pick<
  ProceduresOf<'seller'>,
  'seller.getWithdrawalTerms' | 'seller.requestWithdrawal' | 'seller.listWithdrawals'
>;

export const withdrawalProcedures: WithdrawalProcedures = {
  'seller.getWithdrawalTerms': async (_input, { caller, services }) => ({
    ...withdrawalTerms(await settingsForSeller(services.core.handler, caller)),
    restsUntil: (await services.sessions.withdrawalsRestUntil(caller.sellerId)) ?? null,
    lacksApproval: await lacksApproval(services.core, caller.sellerId),
  }),

  'seller.requestWithdrawal': (input, { caller, once, services: { core, sessions } }) => {
    const restsUntil = () => sessions.withdrawalsRestUntil(caller.sellerId);
    return requestWithdrawal(input, { caller, once, core, restsUntil });
  },

  'seller.listWithdrawals': async ({ after, cursor, limit }, { caller, services }) => {
    const { core } = services;
    const { platformId, sellerId } = caller;
    const { value, position } = await readFresh(services, ['withdrawals'], after, (database) =>
      readPage(() => listWithdrawals(database, { platformId, sellerId }, { limit, cursor })),
    );
    const items = await withdrawalViews(core.vault, value.items);
    return { items, nextCursor: value.nextCursor, position };
  },
};
