import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { timestampSchema, type Timestamp } from '#/domain/values/time.ts';
import type { Credentials } from '#/ledger/vault/credentials.ts';
import { readStoredAccount, type StoredAccount } from './stored-account.ts';

/**
 * Accounts stay stored for look-ups after they are disconnected or replaced, because the outcome of a call, or a chargeback, may still
 * come. An account is stored here already when it is connected, because another process may replace it without knowing of it.
 */

/** The owner of these entries in `credentials`. It has a colon, which no platform's id has. */
const FORMER = 'acquirer:former';

interface AcquirerPlace {
  readonly platformId: string;
  readonly provider: string;
}

/** The keys of the account are stored under the name `<platform>:<acquirer>:<name of the account>`. */
export interface FormerAccount extends AcquirerPlace {
  readonly merchantAccount: string;
}

const nameOf = ({ platformId, provider, merchantAccount }: FormerAccount): string =>
  [platformId, provider, merchantAccount].join(':');

const storedForm = z.strictObject({ account: z.unknown(), since: timestampSchema });

/**
 * Stores an account for look-ups.
 * @param stored the account as `readStoredAccount` reads it @param since when it was connected or went out of use
 */
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

/** Lists all accounts that are stored for look-ups, of all platforms, the connected ones too. */
export const listFormer = async (
  credentials: Pick<Credentials, 'names'>,
): Promise<readonly FormerAccount[]> =>
  (await credentials.names(FORMER)).map((name) => {
    const [platformId = '', provider = '', merchantAccount = ''] = name.split(':');
    return { platformId, provider, merchantAccount };
  });

/** Returns an account in its stored form, and since when it is stored for look-ups; undefined if it is not. */
export const readFormer = async (
  credentials: Pick<Credentials, 'get'>,
  former: FormerAccount,
): Promise<{ readonly stored: unknown; readonly since: Timestamp } | undefined> => {
  const { data } = storedForm.safeParse(await credentials.get(FORMER, nameOf(former)));
  return data && { stored: data.account, since: data.since };
};

/** Lists the former accounts at one acquirer, without the connected one, which is stored here too. */
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

/** Returns the stored form in which this platform last had an account with these keys; undefined = it had none. */
export const findOwnWithKeys = async (
  credentials: Pick<Credentials, 'names' | 'get'>,
  { platformId, provider }: AcquirerPlace,
  account: unknown,
): Promise<unknown> => {
  const own = (await listFormer(credentials)).filter(
    (each) => each.platformId === platformId && each.provider === provider,
  );
  const entries = await Promise.all(own.map((each) => readFormer(credentials, each)));
  return entries
    .filter((each) => each !== undefined)
    .filter(({ stored }) =>
      isDeepStrictEqual(readStoredAccount(provider, stored)?.account, account),
    )
    .toSorted((one, other) => (one.since < other.since ? 1 : -1))[0]?.stored;
};

/** Returns the former account that was last disconnected or replaced. */
export const findFormer = async (
  credentials: Pick<Credentials, 'names' | 'get'>,
  place: AcquirerPlace,
): Promise<StoredAccount | undefined> => {
  const { provider } = place;
  const formerAccounts = await listFormerAt(credentials, place);
  const entries = await Promise.all(formerAccounts.map((each) => readFormer(credentials, each)));
  const last = entries
    .filter((each) => each !== undefined)
    .toSorted((one, other) => (one.since < other.since ? 1 : -1))[0];
  return readStoredAccount(provider, last?.stored);
};

export const forgetFormer = (
  credentials: Pick<Credentials, 'remove'>,
  former: FormerAccount,
): Promise<void> => credentials.remove(FORMER, nameOf(former));
