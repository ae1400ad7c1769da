import type { ProceduresOf } from '#/api/http/procedure.ts';
import { writeSellerNote } from '#/api/people/seller-notes.ts';
import { getDashboard } from '#/api/people/portfolio/dashboard.ts';
import { requireSellerInPortfolio } from '#/api/people/portfolio/in-portfolio.ts';
import { listOwnNotes } from '#/api/people/portfolio/own-notes.ts';
import {
  getOwnSeller,
  listOwnSellers,
  searchOwnSellers,
} from '#/api/people/portfolio/own-sellers.ts';

/** Procedures of managers, each limited to the caller's portfolio. */
export const managerProcedures: ProceduresOf<'manager'> = {
  'manager.getDashboard': (input, { caller, services }) => getDashboard(services, caller, input),

  'manager.listSellers': (input, { caller, services }) => listOwnSellers(services, caller, input),

  'manager.searchSellers': (input, call) => {
    const { caller, services } = call;
    services.trail.look(call, 'SELLERS_SEARCH', null);
    return searchOwnSellers(services, caller, input);
  },

  'manager.getSeller': async (input, call) => {
    const { caller, services } = call;
    const seller = await getOwnSeller(services, caller, input);
    services.trail.look(call, 'SELLER', input.sellerId);
    return seller;
  },

  'manager.listSellerNotes': async (input, call) => {
    const { caller, services } = call;
    await requireSellerInPortfolio(services.core, caller, input.sellerId);
    services.trail.look(call, 'SELLER', input.sellerId);
    return listOwnNotes(services.core, input);
  },

  'manager.writeSellerNote': async (input, { caller, once, services: { core } }) => {
    await requireSellerInPortfolio(core, caller, input.sellerId);
    return { position: await once((by) => writeSellerNote(core, caller, input, by)) };
  },
};
