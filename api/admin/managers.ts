import type { ProceduresOf } from '#/api/http/procedure.ts';
import { assignSellers, requireOwnAssigned } from '#/api/people/managers/assign-sellers.ts';
import { blockManager, restoreManager } from '#/api/people/managers/change-manager.ts';
import { inviteManager, inviteManagerAgain } from '#/api/people/managers/invite-manager.ts';
import { listManagers } from '#/api/people/managers/list-managers.ts';
import {
  findAssignable,
  listPortfolio,
  listPortfolioMoves,
} from '#/api/people/managers/list-portfolio.ts';
import { requireOwnManager } from '#/api/people/managers/load-manager.ts';

type ManagerName = Extract<
  keyof ProceduresOf<'admin'>,
  | 'admin.listManagers'
  | 'admin.inviteManager'
  | 'admin.inviteManagerAgain'
  | 'admin.blockManager'
  | 'admin.restoreManager'
  | 'admin.listPortfolio'
  | 'admin.listPortfolioMoves'
  | 'admin.findAssignable'
  | 'admin.assignSellers'
>;

export const managerProcedures: Pick<ProceduresOf<'admin'>, ManagerName> = {
  'admin.listManagers': (input, { caller, services }) => listManagers(services, caller, input),

  'admin.inviteManager': ({ email }, { caller, language, once, services }) =>
    once((by) => inviteManager(services, email, { caller, language, by })),

  'admin.inviteManagerAgain': async ({ managerId }, { caller, language, once, services }) => {
    await requireOwnManager(services.core, caller, managerId);
    return once((by) => inviteManagerAgain(services, managerId, { caller, language, by }));
  },

  'admin.blockManager': async (input, { caller, once, services }) => {
    await requireOwnManager(services.core, caller, input.managerId);
    return { position: await once((by) => blockManager(services, caller, input, by)) };
  },

  'admin.restoreManager': async (input, { caller, once, services }) => {
    await requireOwnManager(services.core, caller, input.managerId);
    return { position: await once((by) => restoreManager(services, caller, input, by)) };
  },

  'admin.listPortfolio': async (input, { caller, services }) => {
    await requireOwnManager(services.core, caller, input.managerId);
    return listPortfolio(services, caller, input);
  },

  'admin.listPortfolioMoves': async (input, { caller, services }) => {
    await requireOwnManager(services.core, caller, input.managerId);
    return listPortfolioMoves(services, caller, input);
  },

  'admin.findAssignable': (input, { caller, services }) => findAssignable(services, caller, input),

  'admin.assignSellers': async (input, { caller, once, services: { core } }) => {
    await requireOwnAssigned(core, caller, input);
    return once((by) => assignSellers(core, caller, input, by));
  },
};
