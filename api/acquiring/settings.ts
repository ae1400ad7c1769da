import { isDeepStrictEqual } from 'node:util';
import { findFormer, findOwnWithKeys, keepFormer } from './former-accounts.ts';
import { readStoredAccount, digestOf, RENEWED, type StoredAccount } from './stored-account.ts';
import type { Core } from '#/api/composition/core.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { acquirer } from '#/domain/acquiring/decider.ts';
import { purposes, type Route } from '#/domain/acquiring/route.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { acquirerStream, streamOf } from '#/domain/values/ids.ts';
import { mayHave } from '#/domain/platform/may-use.ts';
import { platform, type PlatformDetails } from '#/domain/platform/platform.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import { isDone } from '#/ledger/idempotency.ts';
import type { AwaitedAccount } from '#/projections/awaited-outcomes.ts';
import { isUnprovable, supportsPurpose } from './circumstances.ts';
import { listConnectedProviders } from './connected-providers.ts';
import { requireNoneLost, requireNoneLostByRoutes, type RoutesByPurpose } from './lost-requests.ts';
import { revisePart } from './revise-part.ts';

/** The platform's accounts at acquirers, and the routes of charges and payouts. */

/** Who changes an account or routes, and by which request. */
export type ChangedBy = Omit<CommandContext, 'correlation'>;

const recordOf = (
  { handler, now }: Core,
  type: 'Connect' | 'Disconnect',
  provider: string,
  by: ChangedBy,
) => {
  const platformId = by.platform;
  const stream = acquirerStream(platformId, provider);
  const command = { type, platformId, provider, now: now() } as const;
  const context = { ...by, correlation: platformId };
  return {
    load: () => handler.load(acquirer, stream),
    change: () => handler.handle(acquirer, stream, command, context),
  };
};

/** Gives an account new keys; it keeps its name. @returns the account in its stored form */
const renew = async (
  { credentials }: Core,
  { provider, account }: Connection,
  before: StoredAccount,
): Promise<StoredAccount> => {
  const { merchantAccount } = before;
  const renewed = { merchantAccount, credential: before.credential + 1 };
  await credentials.put(RENEWED, digestOf(provider, account), renewed);
  return { ...renewed, account };
};

/**
 * Returns an account in its stored form: the first keys alone, renewed keys with the account's name and the number of the keys. Keys that
 * this platform had before keep their account, whatever another platform has said of them since.
 */
const toStoredForm = async (
  { credentials }: Core,
  { provider, account }: Connection,
  platformId: string,
): Promise<unknown> => {
  const own = await findOwnWithKeys(credentials, { platformId, provider }, account);
  if (own !== undefined) return own;
  const renewed = await credentials.get(RENEWED, digestOf(provider, account));
  return renewed === undefined ? account : { ...Object(renewed), account };
};

export interface Connection {
  readonly provider: string;
  readonly account: unknown;
  /** True if these are new keys of the connected or last disconnected account. */
  readonly isSameAccount?: boolean | undefined;
}

/** Whether the outcome of a request in this account is awaited. */
export type IsAwaited = (account: AwaitedAccount) => Promise<boolean>;

/**
 * Requires that no outcome is awaited in the account `before`. An exception is a `next` account that is itself awaited: a refund or capture
 * of a sale made in it can go on only once it is connected again.
 * @throws Refused `provider/awaited`
 */
const requireReplaceable = async (
  before: StoredAccount,
  next: StoredAccount | undefined,
  isAwaited: IsAwaited,
): Promise<void> => {
  const { merchantAccount } = before;
  if (!(await isAwaited({ merchantAccount, isLast: true }))) return;
  const isNextAwaited = next && isAwaited({ merchantAccount: next.merchantAccount, isLast: false });
  if (!(await isNextAwaited)) throw new Refused('provider/awaited');
};

/**
 * Stores the platform's account at a provider, in place of an earlier one. @returns position
 * @throws Refused as `requireReplaceable` and `requireNoneLost`; ClockUnknown, because the account is kept since a time by this clock
 */
export const connectAcquirer = async (
  core: Core,
  connection: Connection,
  by: ChangedBy,
  isAwaited: IsAwaited,
): Promise<string> => {
  const { provider, account, isSameAccount = false } = connection;
  const { platform: platformId } = by;
  const record = recordOf(core, 'Connect', provider, by);
  const recorded = await record.load();
  if (isDone(recorded, by)) return writtenAt(recorded);
  requireTrueClock(core.ports.isClockTrue);
  const place = { platformId, provider };
  const stored = await core.credentials.get(platformId, provider);
  const connected = readStoredAccount(provider, stored);
  const before = connected ?? (await findFormer(core.credentials, place));
  const isChanged = before !== undefined && !isDeepStrictEqual(before.account, account);
  const isReplaced = isChanged && !isSameAccount;
  if (isReplaced) {
    const next = readStoredAccount(provider, await toStoredForm(core, connection, platformId));
    await requireReplaceable(before, next, isAwaited);
    // A new account cannot be asked about requests that the log has lost. Checked also for an acquirer on no route of the platform, because
    // a seller's own route may name it.
    await requireNoneLost(core, () => provider);
  }
  if (connected === undefined || isChanged) {
    const isRenewed = isChanged && isSameAccount;
    const newlyStored = await (isRenewed
      ? renew(core, connection, before)
      : toStoredForm(core, connection, platformId));
    // The replaced account stays stored for look-ups, because another process may have just begun a call in it.
    if (isReplaced) await keepFormer(core.credentials, place, stored, core.now());
    // So does the new one: another process may be connecting a third account, without knowing that it replaces this one.
    await keepFormer(core.credentials, place, newlyStored, core.now());
    await core.credentials.put(platformId, provider, newlyStored);
  }
  return writtenAt(await record.change());
};

/**
 * @throws Refused `provider/in-use` while a route of the platform names the acquirer, `provider/awaited` while a request's outcome is
 * awaited in its account; as `requireNoneLost`, because a seller's own route may name it
 */
const requireUnneeded = async (
  core: Core,
  provider: string,
  { platform: platformId }: ChangedBy,
  isAwaited: IsAwaited,
): Promise<void> => {
  const { routes } = await loadPlatformSettings(core.handler, platformId);
  const isNamed = purposes.some((each) => routes[each].some((leg) => leg.provider === provider));
  if (isNamed) throw new Refused('provider/in-use');
  const connected = readStoredAccount(provider, await core.credentials.get(platformId, provider));
  const { merchantAccount } = connected ?? {};
  if (merchantAccount !== undefined && (await isAwaited({ merchantAccount, isLast: true })))
    throw new Refused('provider/awaited');
  await requireNoneLost(core, () => provider);
};

/** Moves the account to the former ones, which are stored for look-ups. */
const endUse = async (
  { credentials, now }: Core,
  provider: string,
  platformId: string,
): Promise<void> => {
  const stored = await credentials.get(platformId, provider);
  await keepFormer(credentials, { platformId, provider }, stored, now());
  await credentials.remove(platformId, provider);
};

/**
 * Records the disconnection, then moves the account to the former ones (`endUse`). After a crash in between, a retry moves it.
 * @returns position @throws Refused `provider/not-offered`; as `requireUnneeded`
 */
export const disconnectAcquirer = async (
  core: Core,
  provider: string,
  by: ChangedBy,
  isAwaited: IsAwaited,
): Promise<string> => {
  const { platform: platformId } = by;
  const record = recordOf(core, 'Disconnect', provider, by);
  // Read before the record: in between, a repetition of this request may disconnect.
  const isConnected = (await listConnectedProviders(core, platformId)).has(provider);
  const recorded = await record.load();
  const isRecorded = isDone(recorded, by);
  // This request succeeded before; an account stored now was connected later and must stay.
  if (by.answered === 'SUCCEEDED') return writtenAt(recorded);
  requireTrueClock(core.ports.isClockTrue);
  if (!isRecorded) {
    if (!isConnected) throw new Refused('provider/not-offered', { provider });
    await requireUnneeded(core, provider, by, isAwaited);
  }
  const done = await record.change();
  if (done.state.isConnected === false) await endUse(core, provider, platformId);
  by.onTraceless?.();
  return writtenAt(done);
};

/** `none` is never new: a route may name it, although it offers no method (acquirers.7, acquirers.48). */
const isNewOnRoute = (provider: string, before: Route = []): boolean =>
  provider !== 'none' && !before.some((leg) => leg.provider === provider);

/**
 * Requires that every provider on a route is connected. A provider that the route did not have before must also be enabled, and support the
 * route's purpose.
 * @throws Refused `provider/not-offered`, `provider/not-enabled`, `provider/method-unprovable`, `provider/payouts-unprovable`,
 * `provider/method-not-offered`, `provider/billing-address-required`
 */
export const requireUsableRoutes = async (
  core: Core,
  platformId: string,
  { routes, before }: { readonly routes: RoutesByPurpose; readonly before: RoutesByPurpose },
): Promise<void> => {
  const connected = await listConnectedProviders(core, platformId);
  const { setup } = await loadPlatformSettings(core.handler, platformId);
  for (const purpose of purposes) {
    for (const { provider } of routes[purpose] ?? []) {
      if (!connected.has(provider)) throw new Refused('provider/not-offered', { provider });
      const isNew = isNewOnRoute(provider, before[purpose]);
      if (isNew && !mayHave(setup, provider))
        throw new Refused('provider/not-enabled', { provider });
      if (!isNew && purpose !== 'CREDIT_CARD') continue;
      const connectedProvider = await core.ports.providers(provider, platformId);
      if (isNew && isUnprovable(connectedProvider, purpose)) {
        const code =
          purpose === 'WITHDRAW' ? 'provider/payouts-unprovable' : 'provider/method-unprovable';
        throw new Refused(code, { provider });
      }
      if (isNew && !supportsPurpose(connectedProvider, purpose)) {
        throw new Refused('provider/method-not-offered', { provider, purpose });
      }
      if (purpose === 'CREDIT_CARD' && connectedProvider.addressRequiredFor?.includes(purpose)) {
        throw new Refused('provider/billing-address-required', { provider });
      }
    }
  }
};

/**
 * @param changes new `routes`, or limits beyond which an acquirer is suspended (`stepAside`); `basedOn`: the revision to change
 * @returns position @throws Refused as `requireNoneLost`, `requireUsableRoutes` and `revisePart`
 */
export const reviseRoutes = async (
  core: Core,
  {
    basedOn,
    ...changes
  }: Partial<Pick<PlatformDetails, 'routes' | 'stepAside'>> & { readonly basedOn?: number },
  by: ChangedBy,
): Promise<string> =>
  revisePart(
    core,
    platform,
    streamOf('platform', by.platform),
    async (settings) => {
      const details = { ...settings, ...changes };
      const { routes } = details;
      await requireNoneLostByRoutes(core, { before: settings.routes, after: routes });
      await requireUsableRoutes(core, by.platform, { routes, before: settings.routes });
      return details;
    },
    { ...by, correlation: by.platform },
    basedOn,
  );
