import type { ProceduresOf } from '#/api/http/procedure.ts';
import { previewPlatformTerms } from '#/api/platforms/example-sales.ts';
import { loadTerms, reviseTerms } from '#/api/platforms/terms.ts';
import { listTermsChanges } from '#/api/platforms/terms-history.ts';

type TermsName = Extract<keyof ProceduresOf<'admin'>, `admin.${string}Platform${string}`>;

export const platformTermsProcedures: Pick<ProceduresOf<'admin'>, TermsName> = {
  'admin.getPlatformTerms': async (_input, { caller, services: { core } }) =>
    loadTerms(core, caller.platformId),

  'admin.previewPlatformTerms': (input, { caller, services: { core } }) =>
    previewPlatformTerms(core, caller.platformId, input),

  'admin.revisePlatformTerms': async (input, { once, services: { core } }) => ({
    position: await once((by) => reviseTerms(core, input, by)),
  }),

  'admin.listPlatformChanges': async (_input, { caller, services: { core } }) => ({
    changes: await listTermsChanges(core, caller.platformId),
    position: (await core.store.head()) ?? '',
  }),
};
