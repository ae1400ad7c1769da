import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import { Refused } from '#/domain/errors.ts';
import type { PaymentProvider, PaymentProviders } from '#/domain/ports/payment-provider.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import { remember } from '#/api/remember.ts';

/** What there is to choose from; made by `adapters/payments/catalogue.ts`. */
export interface AcquirerCatalogue {
  readonly offers: readonly Omit<AcquirerShown, 'connected' | 'webhookUrl' | 'health'>[];
  readonly accountFrom: (
    providerId: string,
    typed: Readonly<Record<string, string>>,
  ) =>
    | { readonly account: unknown }
    | { readonly problems: readonly { readonly field: string; readonly message: string }[] };
}

/** How long a changed account may still go unnoticed. */
const ACCOUNT_MS = 5_000;

/**
 * The acquirers of every platform: the sandbox, which all share, and those that a platform has an account with. One stays
 * open, with its connections and tokens, until its account changes.
 */
export const createAcquirers = (parts: {
  readonly credentials: Pick<Credentials, 'get'>;
  /** Our own simulator. */
  readonly sandbox: PaymentProvider;
  /** @throws Refused `provider/not-offered` when there is none of that name */
  readonly open: (providerId: string, account: unknown) => PaymentProvider;
}): PaymentProviders => {
  const { credentials, sandbox } = parts;
  const opened = new Map<
    string,
    { readonly account: string; readonly provider: PaymentProvider }
  >();

  const open = async (key: string): Promise<PaymentProvider> => {
    const [providerId = '', platformId = ''] = key.split('\n');
    const account = await credentials.get(platformId, providerId);
    if (account === undefined) throw new Refused('provider/not-offered', { providerId });
    const text = JSON.stringify(account);
    const known = opened.get(key);
    if (known?.account === text) return known.provider;
    const provider = parts.open(providerId, account);
    opened.set(key, { account: text, provider });
    return provider;
  };

  const accounts = remember(open, { forMs: ACCOUNT_MS });
  return async (providerId, platformId) =>
    providerId === 'sandbox' ? sandbox : accounts.get(`${providerId}\n${platformId}`);
};
