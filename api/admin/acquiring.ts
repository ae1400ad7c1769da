import { callAcquirerBack } from '#/api/acquiring/call-back.ts';
import { connectTyped, disconnectOwn } from '#/api/acquiring/connections.ts';
import { stepsOf } from '#/api/acquiring/explain.ts';
import { reviseSellerRoutes, sellerOf } from '#/api/acquiring/seller-routes.ts';
import { connectedProviders, reviseRoutes } from '#/api/acquiring/settings.ts';
import { shownAcquirer } from '#/api/acquiring/shown-acquirer.ts';
import { tryAccount } from '#/api/acquiring/try-account.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { ownPayment } from '#/api/payments/own-payment.ts';
import { platformSettings } from '#/api/reads/platform-settings.ts';
import { purposes } from '#/domain/acquiring/route.ts';
import { mayHave } from '#/domain/platform/may-use.ts';
import { UNRESTRICTED } from '#/domain/platform/setup.ts';

type AcquiringName = Extract<
  keyof ProceduresOf<'admin'>,
  `admin.${string}Acquir${string}` | `admin.${string}Routes`
>;

export const acquiringProcedures: Pick<ProceduresOf<'admin'>, AcquiringName> = {
  'admin.getAcquiring': async (_input, { caller: { platformId }, services }) => {
    const { core, acquirers } = services;
    const [{ routes, stepAside, setup }, connected] = await Promise.all([
      platformSettings(core.handler, platformId),
      connectedProviders(core, platformId),
    ]);
    const listed = acquirers.listings.filter(({ id }) => mayHave(setup, id) || connected.has(id));
    const shown = await Promise.all(
      listed.map((one) => shownAcquirer(services, one, platformId, { connected, setup })),
    );
    const { isInProduction, methods = purposes } = setup ?? UNRESTRICTED;
    const position = (await core.store.head()) ?? '';
    return { routes, stepAside, acquirers: shown, isInProduction, methods, position };
  },

  'admin.reviseRoutes': async (changes, { once, services: { core } }) => ({
    position: await once((by) => reviseRoutes(core, changes, by)),
  }),

  'admin.getSellerRoutes': async ({ sellerId }, { caller, services: { core } }) => {
    const { details, position } = await sellerOf(core.handler, sellerId, caller.platformId);
    return { routes: details.routes, position };
  },

  'admin.reviseSellerRoutes': async (input, { caller, once, services: { core } }) => {
    const found = await sellerOf(core.handler, input.sellerId, caller.platformId);
    return { position: await once((by) => reviseSellerRoutes(core, found, input, by)) };
  },

  'admin.connectAcquirer': async (connection, { once, services }) => ({
    position: await once((by) => connectTyped(services, connection, by)),
  }),

  'admin.disconnectAcquirer': async ({ provider }, { once, services }) => ({
    position: await once((by) => disconnectOwn(services, provider, by)),
  }),

  'admin.testAcquirer': async ({ provider: id }, { caller: { platformId }, services: { core } }) =>
    tryAccount(await core.ports.providers(id, platformId), core.machine),

  'admin.callAcquirerBack': async (suspended, { once, services: { core } }) => ({
    position: await once((by) => callAcquirerBack(core, suspended, by)),
  }),

  'admin.explainAcquirer': async ({ paymentId }, { caller, services }) => {
    await ownPayment(services.core, caller, paymentId);
    const steps = await stepsOf(services, paymentId);
    return { steps, position: (await services.core.store.head()) ?? '' };
  },
};
