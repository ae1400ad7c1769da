import type { StaffCaller } from '#/api/auth/caller.ts';
import { keptAccount } from '#/api/acquiring/kept-account.ts';
import {
  connectAcquirer,
  connectedProviders,
  disconnectAcquirer,
  requireUsableRoutes,
  reviseRoutes,
  type ChangedBy,
} from '#/api/acquiring/settings.ts';
import { tryAccount } from '#/api/acquiring/try-account.ts';
import type { AcquirerShown, AcquirerStep } from '#/api/contract/acquiring.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { platformSettings } from '#/api/reads/platform-settings.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { Once } from '#/api/http/once.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { ownPayment } from '#/api/payments/own-payment.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { chooseAcquirer, type RoutingDecision } from '#/domain/acquiring/choose.ts';
import { acquirer, suspensionNow } from '#/domain/acquiring/decider.ts';
import { Refused } from '#/domain/errors.ts';
import { acquirerStream, streamOf } from '#/domain/ids.ts';
import { activeDetails } from '#/domain/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import { decode } from '#/ledger/codec.ts';
import { awaitedOutcomes, awaitsOutcome } from '#/projections/awaited-outcomes.ts';
import type { CommandHandler } from '#/ledger/handle-command.ts';

type AcquiringName = Extract<
  keyof ProceduresOf<'admin'>,
  `admin.${string}Acquir${string}` | `admin.${string}Routes`
>;

const positionOf = async (
  { once }: { readonly once: Once },
  run: (by: ChangedBy) => Promise<string>,
): Promise<{ readonly position: string }> => ({ position: await once(run) });

/** Whether a request of the caller's platform at this acquirer has no outcome yet. */
const isAwaitedAt =
  (
    {
      caller: { platformId },
      services,
    }: { readonly caller: StaffCaller; readonly services: Services },
    provider: string,
  ) =>
  (): Promise<boolean> =>
    readCurrent(services, awaitedOutcomes, (database) =>
      awaitsOutcome(database, { platformId, provider }),
    );

type Listing = Services['acquirers']['listings'][number];

/** Returns the API that the platform's account is for; reads the account only if there is a choice. */
const apiInUse = async (
  { core, acquirers }: Services,
  { id, apis }: Listing,
  platformId: string,
): Promise<Listing['apis'][number]> => {
  const [specified] = apis;
  if (apis.length === 1) return specified;
  const kept = keptAccount(id, await core.credentials.get(platformId, id));
  const chosen = kept === undefined ? 'specification' : acquirers.apiOf(kept.account);
  return apis.find(({ api }) => api === chosen) ?? specified;
};

const shownAcquirer = async (
  services: Services,
  listing: Listing,
  platformId: string,
  connected: ReadonlySet<string>,
): Promise<AcquirerShown> => {
  const { core, acquirers } = services;
  const { id, label, apis } = listing;
  const { state } = await core.handler.load(acquirer, acquirerStream(platformId, id));
  const { fields: _, ...inUse } = await apiInUse(services, listing, platformId);
  return {
    id,
    label,
    ...inUse,
    apis,
    connected: connected.has(id),
    webhookUrl: core.ports.webhookUrl(id, platformId),
    // Leaves out status words that a newer release understands.
    unheardWords: (state.unknownStatuses ?? []).filter(
      (unknown) => !acquirers.isKnownStatus({ providerId: id, api: inUse.api }, unknown),
    ),
    health: inUse.purposes.map((purpose) => {
      const { reason, seen, at, until } = suspensionNow(state, purpose, core.now()) ?? {};
      const aside = reason && seen && at && until ? { reason, seen, at, until } : null;
      return {
        purpose,
        seen: core.acquiring.seen({ platformId, provider: id, purpose }),
        aside,
      };
    }),
  };
};

/** Returns a seller of the caller's platform. @throws Rejected `resource/not-found` */
const sellerOf = async (handler: CommandHandler, sellerId: string, platformId: string) => {
  const stream = streamOf('seller', sellerId);
  const { state, position = '' } = await handler.load(seller, stream);
  if (state.status !== 'ACTIVE' || state.details.platformId !== platformId)
    throw new Rejected('resource/not-found');
  return { stream, details: activeDetails(state), position };
};

/** Returns the typed account if it is valid and may be called from here. @throws Rejected `request/invalid-input` */
const accountOf = (
  { acquirers }: Services,
  provider: string,
  typed: Readonly<Record<string, string>>,
): unknown => {
  const read = acquirers.accountFrom(provider, typed);
  if ('account' in read) return read.account;
  const errors = read.problems.map(({ field, message }) => ({ path: `account.${field}`, message }));
  throw new Rejected('request/invalid-input', { errors });
};

const stepOf = (
  { acquirers: { labelOf } }: Services,
  paymentId: string,
  made: { readonly provider: string; readonly choice: RoutingDecision },
  explanation: { readonly cause: string | null; readonly at: string },
): AcquirerStep => {
  const again = chooseAcquirer(paymentId, made.choice.considered);
  const { reason, considered } = made.choice;
  const replayed = again?.provider === made.provider && again.choice.reason === reason;
  return {
    provider: made.provider,
    label: labelOf(made.provider),
    reason,
    considered: considered.map((one) => ({ ...one, label: labelOf(one.provider) })),
    replayed,
    ...explanation,
  };
};

/** Returns every recorded choice of a payment's acquirer; empty if there was none. */
const stepsOf = async (services: Services, paymentId: string): Promise<AcquirerStep[]> => {
  const recorded = await services.core.store.readStream(streamOf('payment', paymentId));
  return recorded.map(decode).flatMap(({ type, data }) => {
    if (type === 'PaymentRequested' && data.choice) {
      const { provider, choice, at } = data;
      return [stepOf(services, paymentId, { provider, choice }, { cause: null, at })];
    }
    if (type !== 'PaymentRerouted') return [];
    const { to: provider, choice, cause, at } = data;
    return [stepOf(services, paymentId, { provider, choice }, { cause, at })];
  });
};

export const acquiringProcedures: Pick<ProceduresOf<'admin'>, AcquiringName> = {
  'admin.getAcquiring': async (_input, { caller: { platformId }, services }) => {
    const { core, acquirers } = services;
    const [{ routes, stepAside }, connected] = await Promise.all([
      platformSettings(core.handler, platformId),
      connectedProviders(core, platformId),
    ]);
    const shown = await Promise.all(
      acquirers.listings.map((one) => shownAcquirer(services, one, platformId, connected)),
    );
    return { routes, stepAside, acquirers: shown, position: (await core.store.head()) ?? '' };
  },

  'admin.reviseRoutes': (changes, call) =>
    positionOf(call, (by) => reviseRoutes(call.services.core, changes, by)),

  'admin.getSellerRoutes': async ({ sellerId }, { caller, services: { core } }) => {
    const { details, position } = await sellerOf(core.handler, sellerId, caller.platformId);
    return { routes: details.routes, position };
  },

  'admin.reviseSellerRoutes': async ({ sellerId, routes }, call) => {
    const { core } = call.services;
    const { handler } = core;
    const found = await sellerOf(handler, sellerId, call.caller.platformId);
    return positionOf(call, async (by) => {
      await requireUsableRoutes(core, by.platform, { routes, before: found.details.routes });
      const details = { ...found.details, routes };
      const command = { type: 'Revise', details, now: core.now() } as const;
      return writtenAt(
        await handler.handle(seller, found.stream, command, { ...by, correlation: sellerId }),
      );
    });
  },

  'admin.connectAcquirer': ({ provider, account: typed, isSameAccount }, call) =>
    positionOf(call, async (by) => {
      if (provider === 'sandbox') throw new Refused('provider/not-offered', { provider });
      const account = accountOf(call.services, provider, typed);
      const connection = { provider, account, isSameAccount };
      return connectAcquirer(call.services.core, connection, by, isAwaitedAt(call, provider));
    }),

  'admin.disconnectAcquirer': ({ provider }, call) =>
    positionOf(call, async (by) => {
      const { core } = call.services;
      const connected = await connectedProviders(core, by.platform);
      if (provider === 'sandbox' || !connected.has(provider))
        throw new Refused('provider/not-offered', { provider });
      return disconnectAcquirer(core, provider, by, isAwaitedAt(call, provider));
    }),

  'admin.testAcquirer': async ({ provider: id }, { caller: { platformId }, services: { core } }) =>
    tryAccount(await core.ports.providers(id, platformId), core.machine),

  'admin.callAcquirerBack': ({ provider, purpose }, call) =>
    positionOf(call, async (by) => {
      const { handler, acquiring, now } = call.services.core;
      const stream = acquirerStream(by.platform, provider);
      const { platform: platformId } = by;
      const command = { type: 'Resume', platformId, provider, purpose, now: now() } as const;
      const context = { ...by, correlation: platformId };
      const { position = '' } = await handler.handle(acquirer, stream, command, context);
      acquiring.states.forget(stream);
      return position;
    }),

  'admin.explainAcquirer': async ({ paymentId }, { caller, services }) => {
    await ownPayment(services.core, caller, paymentId);
    const steps = await stepsOf(services, paymentId);
    return { steps, position: (await services.core.store.head()) ?? '' };
  },
};
