import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import type { UnheardWord } from '#/domain/acquiring/events.ts';
import { Refused } from '#/domain/errors.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import { remember } from '#/api/reads/remember.ts';

type OfferedApi = AcquirerShown['apis'][number];

/** What there is to choose from; made by `adapters/payments/catalogue.ts`. */
export interface AcquirerCatalogue {
  readonly offers: readonly (Pick<AcquirerShown, 'id' | 'label'> & {
    readonly apis: readonly [OfferedApi, ...OfferedApi[]];
  })[];
  /** What people call an acquirer, whether or not the platform has an account there. */
  readonly labelOf: (providerId: string) => string;
  /** Which of its APIs an account is for. */
  readonly apiOf: (account: unknown) => OfferedApi['api'];
  /** Whether an acquirer's word is one that we have been told of. */
  readonly isHeardOf: (
    of: { readonly providerId: string; readonly api: OfferedApi['api'] },
    heard: Pick<UnheardWord, 'about' | 'word'>,
  ) => boolean;
  readonly accountFrom: (
    providerId: string,
    typed: Readonly<Record<string, string>>,
  ) =>
    | { readonly account: unknown }
    | { readonly problems: readonly { readonly field: string; readonly message: string }[] };
}

/** How long a changed account may still go unnoticed. */
const ACCOUNT_MS = 5_000;

/** A provider that can be let go of; calls under way on it come to their end. */
type Opened = PaymentProvider & { readonly close: () => Promise<void> };

/**
 * The acquirers of every platform: the sandbox, which all share, and those that a platform has an account with. One stays
 * open, with its connections and tokens, until its account changes.
 */
export const createAcquirers = (parts: {
  readonly credentials: Pick<Credentials, 'get'>;
  /** Our own simulator; undefined = there is none. */
  readonly sandbox: PaymentProvider | undefined;
  /** @throws Refused `provider/not-offered` when there is none of that name */
  readonly open: (providerId: string, account: unknown) => Opened;
  readonly nowMs?: () => number;
}): PaymentProviders => {
  const { credentials, sandbox, nowMs } = parts;
  const opened = new Map<string, { readonly account: string; readonly provider: Opened }>();

  const open = async (key: string): Promise<PaymentProvider> => {
    const [providerId = '', platformId = ''] = key.split('\n');
    // Nobody has an account with none.
    const account = providerId === 'none' ? {} : await credentials.get(platformId, providerId);
    const text = JSON.stringify(account);
    const known = opened.get(key);
    if (known && known.account === text) return known.provider;
    opened.delete(key);
    void known?.provider.close();
    if (account === undefined) throw new Refused('provider/not-offered', { providerId });
    const provider = parts.open(providerId, account);
    opened.set(key, { account: text, provider });
    return provider;
  };

  const accounts = remember(open, { forMs: ACCOUNT_MS, ...(nowMs && { nowMs }) });
  return async (providerId, platformId) => {
    if (providerId !== 'sandbox') return accounts.get(`${providerId}\n${platformId}`);
    if (!sandbox) throw new Refused('provider/not-offered', { providerId });
    return sandbox;
  };
};
