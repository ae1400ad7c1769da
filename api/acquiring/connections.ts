import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { loadPlatformSettings } from '#/api/reads/platform-settings.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { mayHave } from '#/domain/platform/may-use.ts';
import { outcomeReadModels, awaitsOutcome } from '#/projections/awaited-outcomes.ts';
import { connectAcquirer, disconnectAcquirer, type ChangedBy, type IsAwaited } from './settings.ts';

const isAwaitedAt =
  (services: Services, { platform: platformId }: ChangedBy, provider: string): IsAwaited =>
  (account) =>
    readCurrent(services, outcomeReadModels, (database) =>
      awaitsOutcome(database, { platformId, provider, account }),
    );

interface TypedConnection {
  readonly provider: string;
  readonly account: Readonly<Record<string, string>>;
  readonly isSameAccount?: boolean | undefined;
}

/** @throws Rejected `request/invalid-input` when the account is not valid or we may not call its address */
const accountOf = (
  { acquirers }: Services,
  { provider, account: typed }: TypedConnection,
  hasReceiver: boolean,
): unknown => {
  const parsed = acquirers.accountFrom(provider, typed, hasReceiver);
  if ('account' in parsed) return parsed.account;
  const errors = parsed.problems.map(({ field, message }) => ({
    path: `account.${field}`,
    message,
  }));
  throw new Rejected('request/invalid-input', { errors });
};

/**
 * Connects an account that staff typed. @returns position
 * @throws Refused `provider/not-offered` for the sandbox, `provider/not-enabled` if masters do not let the platform use the provider; what
 * `accountOf` and `connectAcquirer` throw
 */
export const connectTyped = async (
  services: Services,
  typed: TypedConnection,
  by: ChangedBy,
): Promise<string> => {
  const { provider, isSameAccount } = typed;
  if (provider === 'sandbox') throw new Refused('provider/not-offered', { provider });
  const { setup } = await loadPlatformSettings(services.core.handler, by.platform);
  if (!mayHave(setup, provider)) throw new Refused('provider/not-enabled', { provider });
  const account = accountOf(services, typed, setup?.receiver !== undefined);
  const connection = { provider, account, isSameAccount };
  return connectAcquirer(services.core, connection, by, isAwaitedAt(services, by, provider));
};

/** Disconnects a platform's account. @returns position @throws Refused `provider/not-offered` for the sandbox; as `disconnectAcquirer` */
export const disconnectOwn = async (
  services: Services,
  provider: string,
  by: ChangedBy,
): Promise<string> => {
  if (provider === 'sandbox') throw new Refused('provider/not-offered', { provider });
  return disconnectAcquirer(services.core, provider, by, isAwaitedAt(services, by, provider));
};
