import { resumeAcquirer } from '#/api/acquiring/resume.ts';
import { connectTyped, disconnectOwn } from '#/api/acquiring/connections.ts';
import { stepsOf } from '#/api/acquiring/explain.ts';
import { getAcquiring } from '#/api/acquiring/get-acquiring.ts';
import { reviseSellerRoutes, sellerOf } from '#/api/acquiring/seller-routes.ts';
import { reviseRoutes } from '#/api/acquiring/settings.ts';
import { tryAccount } from '#/api/acquiring/try-account.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { requireOwnPayment } from '#/api/payments/require-own-payment.ts';

type AcquiringName = Extract<
  keyof ProceduresOf<'admin'>,
  `admin.${string}Acquir${string}` | `admin.${string}Routes`
>;

export const acquiringProcedures: Pick<ProceduresOf<'admin'>, AcquiringName> = {
  'admin.getAcquiring': (_input, { caller, services }) => getAcquiring(services, caller),

  'admin.reviseRoutes': async (changes, { once, services: { core } }) => ({
    position: await once((by) => reviseRoutes(core, changes, by)),
  }),

  'admin.getSellerRoutes': async ({ sellerId }, { caller, services: { core } }) => {
    const loadedSeller = await sellerOf(core.handler, sellerId, caller.platformId);
    const { details, revision, position } = loadedSeller;
    return { routes: details.routes, revision, position };
  },

  'admin.reviseSellerRoutes': async (input, { caller, once, services: { core } }) => {
    const loadedSeller = await sellerOf(core.handler, input.sellerId, caller.platformId);
    return { position: await once((by) => reviseSellerRoutes(core, loadedSeller, input, by)) };
  },

  'admin.connectAcquirer': async (connection, { once, services }) => ({
    position: await once((by) => connectTyped(services, connection, by)),
  }),

  'admin.disconnectAcquirer': async ({ provider }, { once, services }) => ({
    position: await once((by) => disconnectOwn(services, provider, by)),
  }),

  'admin.testAcquirer': async ({ provider: id }, { caller: { platformId }, services: { core } }) =>
    tryAccount(await core.ports.providers(id, platformId), core.machine),

  'admin.resumeAcquirer': async (suspended, { once, services: { core } }) => ({
    position: await once((by) => resumeAcquirer(core, suspended, by)),
  }),

  'admin.explainAcquirer': async ({ paymentId }, { caller, services }) => {
    await requireOwnPayment(services.core, caller, paymentId);
    const steps = await stepsOf(services, paymentId);
    return { steps, position: (await services.core.store.head()) ?? '' };
  },
};
