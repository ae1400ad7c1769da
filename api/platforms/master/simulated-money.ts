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
import { sumBalancesOfPlatform, listSellersWithMoney } from '#/projections/seller-balance.ts';
import { loadPlatform } from './change-platform.ts';

const BALANCES = ['seller-balance'];

/** Sums of simulated balances; zeros in production. @throws Rejected as `loadPlatform` */
export const getSimulatedMoney = async (
  services: Services,
  { platformId }: ParsedInputOf<'master.getSimulatedMoney'>,
): Promise<OutputOf<'master.getSimulatedMoney'>> => {
  const { state } = await loadPlatform(services.core, platformId);
  if (state.details.setup?.isInProduction !== false)
    return { sellers: 0, pending: 0, available: 0, held: 0, owed: 0 };
  return readCurrent(services, BALANCES, (database) => sumBalancesOfPlatform(database, platformId));
};

/**
 * Returns an open account's money if none of it can be real; undefined if the platform was ever in production. Reads the account before it
 * checks this, because a sale after the check may be real.
 */
const findSimulatedMoney = async (
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
 * Writes off the sellers' simulated money. A repeated request writes off what an interrupted one left (people.178). @returns position
 * @throws Refused `platform/in-production`; `account/money-is-real` if an account may hold real money, once all others are written off
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
    const neverReal = await findSimulatedMoney(services.core, owner, at);
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
