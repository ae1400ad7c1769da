import { z } from 'zod';
import { timestampSchema, type Timestamp } from '#/domain/values/time.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import { readStoredAccount, type StoredAccount } from './stored-account.ts';

/**
 * Disconnected or replaced accounts are kept for look-ups: the outcome of a call, or a chargeback, may still come. An account is kept from
 * when it is connected, in case that another process replaces it without knowing of it.
 */

/** The owner under which accounts are kept for look-ups, the connected ones too. No platform's id has a colon. */
const FORMER = 'acquirer:former';

interface AcquirerPlace {
  readonly platformId: string;
  readonly provider: string;
}

/** Its secrets are stored under `<platform>:<acquirer>:<name of the account>`. */
export interface FormerAccount extends AcquirerPlace {
  readonly merchantAccount: string;
}

const nameOf = ({ platformId, provider, merchantAccount }: FormerAccount): string =>
  [platformId, provider, merchantAccount].join(':');

const kept = z.strictObject({ account: z.unknown(), since: timestampSchema });

/** Keeps an account for look-ups. @param stored the account in its stored form (`readStoredAccount`) */
export const keepFormer = async (
  credentials: Pick<Credentials, 'put'>,
  { provider, platformId }: AcquirerPlace,
  stored: unknown,
  since: Timestamp,
): Promise<void> => {
  const account = readStoredAccount(provider, stored);
  if (account === undefined) return;
  const { merchantAccount } = account;
  await credentials.put(FORMER, nameOf({ platformId, provider, merchantAccount }), {
    account: stored,
    since,
  });
};

export const listFormer = async (
  credentials: Pick<Credentials, 'names'>,
): Promise<readonly FormerAccount[]> =>
  (await credentials.names(FORMER)).map((name) => {
    const [platformId = '', provider = '', merchantAccount = ''] = name.split(':');
    return { platformId, provider, merchantAccount };
  });

export const readFormer = async (
  credentials: Pick<Credentials, 'get'>,
  former: FormerAccount,
): Promise<{ readonly stored: unknown; readonly since: Timestamp } | undefined> => {
  const { data } = kept.safeParse(await credentials.get(FORMER, nameOf(former)));
  return data && { stored: data.account, since: data.since };
};

/** Without the connected account, which is kept too. */
export const listFormerAt = async (
  credentials: Pick<Credentials, 'names' | 'get'>,
  { platformId, provider }: AcquirerPlace,
): Promise<readonly FormerAccount[]> => {
  const connected = readStoredAccount(provider, await credentials.get(platformId, provider));
  return (await listFormer(credentials)).filter(
    (each) =>
      each.platformId === platformId &&
      each.provider === provider &&
      each.merchantAccount !== connected?.merchantAccount,
  );
};

export const findFormer = async (
  credentials: Pick<Credentials, 'names' | 'get'>,
  place: AcquirerPlace,
): Promise<StoredAccount | undefined> => {
  const { provider } = place;
  const its = await listFormerAt(credentials, place);
  const found = await Promise.all(its.map((each) => readFormer(credentials, each)));
  const last = found
    .filter((each) => each !== undefined)
    .toSorted((one, other) => (one.since < other.since ? 1 : -1))[0];
  return readStoredAccount(provider, last?.stored);
};

export const forgetFormer = (
  credentials: Pick<Credentials, 'remove'>,
  former: FormerAccount,
): Promise<void> => credentials.remove(FORMER, nameOf(former));
