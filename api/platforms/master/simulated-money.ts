import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { wasInProduction } from '#/api/withdrawals/was-in-production.ts';
import { moneyOf, type MoneyOfAccount } from '#/domain/account/money-of-account.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { AccountOwner } from '#/ledger/accounts/books.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { refuseAgain, type KeyedContext } from '#/ledger/idempotency.ts';
import { listBalancesOfPlatform, listSellersWithMoney } from '#/projections/seller-balance.ts';
import { loadPlatform } from './change-platform.ts';

const BALANCES = ['seller-balance'];

/**
 * Returns the sums of the simulated balances of a platform's sellers; zeros for a platform in production.
 * @throws Rejected as `loadPlatform`
 */
export const getSimulatedMoney = async (
  services: Services,
  { platformId }: ParsedInputOf<'master.getSimulatedMoney'>,
): Promise<OutputOf<'master.getSimulatedMoney'>> => {
  const { state } = await loadPlatform(services.core, platformId);
  if (state.details.setup?.isInProduction !== false)
    return { sellers: 0, pending: 0, available: 0, held: 0, owed: 0 };
  return readCurrent(services, BALANCES, (database) =>
    listBalancesOfPlatform(database, platformId),
  );
};

/**
 * Returns what an account has; undefined if its platform is or was in production, or the account is not open. The account is read before
 * the platform's record, so a sale that was made after the platform went into production is not in it.
 */
const findNeverReal = async (
  core: Services['core'],
  owner: AccountOwner,
  now: Timestamp,
): Promise<MoneyOfAccount | undefined> => {
  const state = await core.accounts.load(owner, now);
  if (state.status !== 'OPEN' || (await wasInProduction(core, owner.platformId))) return undefined;
  return moneyOf(state);
};

const isRealMoney = (error: unknown): error is Refused =>
  error instanceof Refused && error.code === 'account/money-is-real';

/**
 * Writes off the simulated money of all sellers of a platform that is not in production (people.178). Each account decides about its own
 * money: an account with real money refuses, and the simulated money of all other accounts is written off all the same. A repeated request
 * writes off what the first attempt has left. @returns position
 * @throws Refused `platform/in-production`, `account/money-is-real`, Rejected
 */
export const writeOffSimulatedMoney = async (
  services: Services,
  { platformId, reason }: ParsedInputOf<'master.writeOffSimulatedMoney'>,
  by: KeyedContext,
): Promise<string> => {
  refuseAgain(by);
  const { accounts, now } = services.core;
  const { recorded, state } = await loadPlatform(services.core, platformId);
  if (state.details.setup?.isInProduction !== false) throw new Refused('platform/in-production');
  const sellers = await readCurrent(services, BALANCES, (database) =>
    listSellersWithMoney(database, platformId),
  );
  let position = writtenAt(recorded);
  let refused: Refused | undefined;
  for (const sellerId of sellers) {
    const owner = { platformId, sellerId };
    const at = now();
    const neverReal = await findNeverReal(services.core, owner, at);
    const command = { type: 'WriteOffSimulated', ...owner, reason, neverReal, now: at } as const;
    const commandId = derivedId('write-off', by.commandId, sellerId);
    const context = { ...by, commandId, correlation: sellerId };
    try {
      const done = await accounts.handle(owner, { command, context }, at);
      if (done.position !== undefined && done.position > position) position = done.position;
    } catch (error) {
      if (!isRealMoney(error)) throw error;
      refused ??= error;
    }
  }
  if (refused !== undefined) throw refused;
  return position;
};
