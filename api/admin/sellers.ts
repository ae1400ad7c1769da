import { findSession } from '#/api/auth/live-session.ts';
import { beginImpersonation } from '#/api/auth/impersonation/impersonate.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import {
  blockSeller,
  restoreSeller,
  reviseSellerMethods,
  reviseSellerTerms,
} from '#/api/people/change-seller.ts';
import { findSellers } from '#/api/people/find-sellers.ts';
import { getSeller } from '#/api/people/get-seller.ts';
import { countSellers, listSellers, searchSellers } from '#/api/people/list-sellers.ts';
import { requireOpenSeller, requireOwnSeller } from '#/api/people/load-seller.ts';
import { listSellerChanges } from '#/api/people/seller-changes.ts';
import { listSellerNotes, writeSellerNote } from '#/api/people/seller-notes.ts';
import { getSellerTerms, previewSellerTerms } from '#/api/platforms/seller-terms.ts';

type SellerName = Extract<
  keyof ProceduresOf<'admin'>,
  | 'admin.findSellers'
  | 'admin.listSellers'
  | 'admin.searchSellers'
  | 'admin.getSeller'
  | 'admin.countSellers'
  | 'admin.reviseSellerMethods'
  | 'admin.getSellerTerms'
  | 'admin.previewSellerTerms'
  | 'admin.reviseSellerTerms'
  | 'admin.blockSeller'
  | 'admin.restoreSeller'
  | 'admin.beginImpersonation'
  | 'admin.listSellerChanges'
  | 'admin.writeSellerNote'
  | 'admin.listSellerNotes'
>;

export const sellerProcedures: Pick<ProceduresOf<'admin'>, SellerName> = {
  'admin.findSellers': (input, { caller, services }) =>
    findSellers(services, caller.platformId, input),

  'admin.listSellers': (input, { caller, services }) => listSellers(services, caller, input),

  'admin.searchSellers': (input, call) => {
    const { caller, services } = call;
    services.trail.look(call, 'SELLERS_SEARCH', null);
    return searchSellers(services, caller, input);
  },

  'admin.getSeller': async (input, call) => {
    const { caller, services } = call;
    const seller = await getSeller(services, caller, input);
    services.trail.look(call, 'SELLER', input.sellerId);
    return seller;
  },

  'admin.countSellers': (_input, { caller, services }) => countSellers(services, caller),

  'admin.reviseSellerMethods': async (input, { caller, once, services: { core } }) => {
    await requireOwnSeller(core, caller, input.sellerId);
    return { position: await once((by) => reviseSellerMethods(core, caller, input, by)) };
  },

  'admin.getSellerTerms': (input, { caller, services: { core } }) =>
    getSellerTerms(core, caller, input),

  'admin.previewSellerTerms': (input, { caller, services: { core } }) =>
    previewSellerTerms(core, caller, input),

  'admin.reviseSellerTerms': async (input, { caller, once, services: { core } }) => {
    await requireOwnSeller(core, caller, input.sellerId);
    return { position: await once((by) => reviseSellerTerms(core, caller, input, by)) };
  },

  'admin.blockSeller': async (input, { caller, once, services }) => {
    await requireOwnSeller(services.core, caller, input.sellerId);
    return { position: await once((by) => blockSeller(services, caller, input, by)) };
  },

  'admin.restoreSeller': async (input, { caller, once, services }) => {
    await requireOwnSeller(services.core, caller, input.sellerId);
    return { position: await once((by) => restoreSeller(services, caller, input, by)) };
  },

  'admin.beginImpersonation': async (input, { caller, once, services, cookies, ip }) => {
    await requireOpenSeller(services.core, caller, input);
    const session = await findSession(services, cookies);
    const position = await once((by) =>
      beginImpersonation(services, input, { caller, session, ip, by }),
    );
    return { position };
  },

  'admin.listSellerChanges': async (input, call) => {
    const { caller, services } = call;
    await requireOwnSeller(services.core, caller, input.sellerId);
    services.trail.look(call, 'SELLER', input.sellerId);
    return listSellerChanges(services, caller, input);
  },

  'admin.writeSellerNote': async (input, { caller, once, services: { core } }) => {
    await requireOwnSeller(core, caller, input.sellerId);
    return { position: await once((by) => writeSellerNote(core, caller, input, by)) };
  },

  'admin.listSellerNotes': async (input, call) => {
    const { caller, services } = call;
    await requireOwnSeller(services.core, caller, input.sellerId);
    services.trail.look(call, 'SELLER', input.sellerId);
    return listSellerNotes(services.core, input);
  },
};
