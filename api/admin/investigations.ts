import type { ProceduresOf } from '#/api/http/procedure.ts';
import { findCaseOf } from '#/api/investigations/case.ts';
import { listCases, showCase } from '#/api/investigations/case-view.ts';
import { listParkedWork } from '#/api/investigations/parked-work.ts';
import {
  confirmResolution,
  proposeResolution,
  rejectResolution,
} from '#/api/investigations/resolve.ts';

type InvestigationProcedures = Pick<
  ProceduresOf<'admin'>,
  | 'admin.listInvestigations'
  | 'admin.getInvestigation'
  | 'admin.listParkedWork'
  | 'admin.proposeResolution'
  | 'admin.confirmResolution'
  | 'admin.rejectResolution'
>;

export const investigationProcedures: InvestigationProcedures = {
  'admin.listInvestigations': (input, { caller, services }) => listCases(services, caller, input),

  'admin.getInvestigation': (input, { caller, services }) => showCase(services, caller, input),

  'admin.listParkedWork': async (_, { caller, services }) => {
    const { core, checkpoints, acquirers } = services;
    const { store } = core;
    const reading = {
      store,
      checkpoints,
      findCaseOf: (stream: string) => findCaseOf(services, stream),
      labelOf: (provider: string) => acquirers.labelOf(provider),
    };
    const items = [...(await listParkedWork(reading, caller.platformId, core.now()))];
    return { items, position: (await core.store.head()) ?? '' };
  },

  'admin.proposeResolution': (input, { caller, once, services }) =>
    proposeResolution(input, { caller, once, services }),

  'admin.confirmResolution': (input, { caller, once, services }) =>
    confirmResolution(input, { caller, once, services }),

  'admin.rejectResolution': (input, { caller, once, services }) =>
    rejectResolution(input, { caller, once, services }),
};
