import { accountOf } from '#/domain/acquiring/call-attempt.ts';
import { findFormer, listFormerAt, readFormer } from './former-accounts.ts';
import { readStoredAccount } from './stored-account.ts';
import type { Clock } from '#/domain/ports/machine.ts';
import { thisMachine } from '#/ledger/machine.ts';
import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import type { UnknownStatus } from '#/domain/acquiring/events.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import { NO_DEFAULTS, type PlatformDefaults } from '#/domain/ports/platform-defaults.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import { remember } from '#/api/reads/remember.ts';

type OfferedApi = AcquirerShown['apis'][number];

/** The acquirers at which a platform can have an account. */
export interface AcquirerDirectory {
  readonly listings: readonly (Pick<AcquirerShown, 'id' | 'label'> & {
    readonly apis: readonly [OfferedApi, ...OfferedApi[]];
  })[];
  /** Returns an acquirer's display name, even where the platform has no account. */
  readonly labelOf: (providerId: string) => string;
  readonly apiOf: (account: unknown) => OfferedApi['api'];
  /** True if the acquirer's adapter maps this status word. */
  readonly isKnownStatus: (
    of: { readonly providerId: string; readonly api: OfferedApi['api'] },
    unknown: Pick<UnknownStatus, 'about' | 'word'>,
  ) => boolean;
  /** Builds an account from the values that staff typed, by field. */
  readonly accountFrom: (
    providerId: string,
    values: Readonly<Record<string, string>>,
    /** True if the platform has a PIX key of its own for charges. */
    hasReceiver: boolean,
  ) =>
    | { readonly account: unknown }
    | { readonly problems: readonly { readonly field: string; readonly message: string }[] };
  /** Reads a client certificate with its key: a PEM or a PKCS #12; `validTo` in Unix milliseconds. */
  readonly readCertificate: (
    bytes: Uint8Array,
    passphrase: string | undefined,
  ) =>
    | { readonly fingerprint: string; readonly validTo: number }
    | { readonly problem: 'passphrase' | 'legacy' | 'unusable' };
}

/** How long an opened account is cached: a change takes effect at most this much later. */
const ACCOUNT_MS = 5_000;

/** Calls in progress complete after `close`. */
type OpenProvider = PaymentProvider & { readonly close: () => Promise<void> };

/** `merchantAccount` names a former account; absent = the connected one. */
interface AccountPlace {
  readonly providerId: string;
  readonly platformId: string;
  readonly merchantAccount?: string | undefined;
}

const keyOf = ({ providerId, platformId, merchantAccount = '' }: AccountPlace): string =>
  [providerId, platformId, merchantAccount].join('\n');

const placeOf = (key: string): AccountPlace => {
  const [providerId = '', platformId = '', merchantAccount = ''] = key.split('\n');
  return { providerId, platformId, ...(merchantAccount !== '' && { merchantAccount }) };
};

const isNotOffered = (error: unknown): boolean =>
  error instanceof Refused && error.code === 'provider/not-offered';

interface AcquirerDependencies {
  readonly credentials: Pick<Credentials, 'get' | 'names'>;
  readonly sandbox: PaymentProvider | undefined;
  /** @throws Refused `provider/not-offered` when no provider has this name */
  readonly open: (providerId: string, account: unknown, platform: PlatformDefaults) => OpenProvider;
  /** Settings of the platform for its accounts at all acquirers. */
  readonly defaultsOf?: (platformId: string) => Promise<PlatformDefaults>;
  readonly clock?: Clock;
}

/** Returns a function that opens an account, or reuses the open one while nothing about it has changed. */
const createOpener = (
  dependencies: AcquirerDependencies,
): ((key: string) => Promise<PaymentProvider>) => {
  const { credentials, defaultsOf = async () => NO_DEFAULTS } = dependencies;
  const opened = new Map<string, { readonly from: string; readonly provider: OpenProvider }>();

  const storedAt = async ({
    providerId: provider,
    platformId,
    merchantAccount,
  }: AccountPlace): Promise<unknown> => {
    if (provider === 'none') return {};
    if (merchantAccount === undefined) return credentials.get(platformId, provider);
    return (await readFormer(credentials, { platformId, provider, merchantAccount }))?.stored;
  };

  return async (key) => {
    const place = placeOf(key);
    const { providerId, platformId } = place;
    const stored = await storedAt(place);
    const defaults = stored === undefined ? NO_DEFAULTS : await defaultsOf(platformId);
    const from = JSON.stringify([stored, defaults]);
    const openAccount = opened.get(key);
    if (openAccount && openAccount.from === from) return openAccount.provider;
    opened.delete(key);
    void openAccount?.provider.close();
    const storedAccount = readStoredAccount(providerId, stored);
    if (storedAccount === undefined) throw new Refused('provider/not-offered', { providerId });
    const provider = {
      ...dependencies.open(providerId, storedAccount.account, defaults),
      ...accountOf(storedAccount),
    };
    opened.set(key, { from, provider });
    return provider;
  };
};

/**
 * Returns a function that opens a platform's account at an acquirer. An open account, with its network connections, is reused until the
 * account changes.
 */
export const createAcquirers = (dependencies: AcquirerDependencies): PaymentProviders => {
  const { credentials, sandbox, clock = thisMachine } = dependencies;
  const accounts = remember(createOpener(dependencies), { forMs: ACCOUNT_MS, clock });

  /** Opens the former account named `name`; without a name, the one last disconnected or replaced. */
  const openFormer = async (
    { providerId, platformId }: AccountPlace,
    name: string | undefined,
  ): Promise<PaymentProvider | undefined> => {
    const find = () => findFormer(credentials, { provider: providerId, platformId });
    const merchantAccount = name ?? (await find())?.merchantAccount;
    if (merchantAccount === undefined) return undefined;
    try {
      return await accounts.get(keyOf({ providerId, platformId, merchantAccount }));
    } catch (error) {
      if (isNotOffered(error)) return undefined;
      throw error;
    }
  };

  /**
   * Opens the account named `name`, connected or former. Without a name, or if that account is not stored, opens the connected one; without
   * a name and a connected one, the former one that was last disconnected or replaced.
   */
  const openFor = async (
    place: AccountPlace,
    name: string | undefined,
  ): Promise<PaymentProvider> => {
    let connected;
    try {
      connected = await accounts.get(keyOf(place));
    } catch (error) {
      const former = isNotOffered(error) ? await openFormer(place, name) : undefined;
      if (former) return former;
      throw error;
    }
    if (name === undefined || name === connected.merchantAccount) return connected;
    return (await openFormer(place, name)) ?? connected;
  };

  const openForSearch = async (place: AccountPlace): Promise<PaymentProvider> => {
    const opened = await openFor(place, undefined);
    const { providerId: provider, platformId } = place;
    const former = await listFormerAt(credentials, { provider, platformId });
    return { ...opened, formerAccounts: former.map(({ merchantAccount }) => merchantAccount) };
  };

  return async (providerId, platformId, use) => {
    const place = { providerId, platformId };
    // All platforms share the sandbox's one account, so it needs no name.
    if (providerId === 'sandbox') {
      if (!sandbox) throw new Refused('provider/not-offered', { providerId });
      return sandbox;
    }
    if (providerId === 'none') return accounts.get(keyOf(place));
    if (use?.for === 'SEARCH') return openForSearch(place);
    return use?.for === 'LOOK_UP'
      ? openFor(place, use.merchantAccount)
      : accounts.get(keyOf(place));
  };
};
