import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { Refused } from '#/domain/errors.ts';
import { awaitedOutcomes, awaitsOutcome } from '#/projections/awaited-outcomes.ts';
import { connectAcquirer, disconnectAcquirer, type ChangedBy } from './settings.ts';

/** Whether a request of the platform at this acquirer has no outcome yet. */
const isAwaitedAt =
  (services: Services, { platform: platformId }: ChangedBy, provider: string) =>
  (): Promise<boolean> =>
    readCurrent(services, awaitedOutcomes, (database) =>
      awaitsOutcome(database, { platformId, provider }),
    );

/** Returns the typed account if it is valid and may be called from here. @throws Rejected `request/invalid-input` */
const accountOf = (
  { acquirers }: Services,
  provider: string,
  values: Readonly<Record<string, string>>,
): unknown => {
  const read = acquirers.accountFrom(provider, values);
  if ('account' in read) return read.account;
  const errors = read.problems.map(({ field, message }) => ({ path: `account.${field}`, message }));
  throw new Rejected('request/invalid-input', { errors });
};

interface TypedConnection {
  readonly provider: string;
  readonly account: Readonly<Record<string, string>>;
  readonly isSameAccount?: boolean | undefined;
}

/** Stores the account that staff typed. @returns position @throws Refused, Rejected `request/invalid-input` */
export const connectTyped = async (
  services: Services,
  { provider, account: values, isSameAccount }: TypedConnection,
  by: ChangedBy,
): Promise<string> => {
  if (provider === 'sandbox') throw new Refused('provider/not-offered', { provider });
  const account = accountOf(services, provider, values);
  const connection = { provider, account, isSameAccount };
  return connectAcquirer(services.core, connection, by, isAwaitedAt(services, by, provider));
};

/** Deletes the platform's account. @returns position @throws Refused */
export const disconnectOwn = async (
  services: Services,
  provider: string,
  by: ChangedBy,
): Promise<string> => {
  if (provider === 'sandbox') throw new Refused('provider/not-offered', { provider });
  return disconnectAcquirer(services.core, provider, by, isAwaitedAt(services, by, provider));
};
