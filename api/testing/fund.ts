import type { Core } from '#/api/composition/core.ts';
import type { MaybeSimulated } from '#/domain/platform/simulated.ts';
import { cents } from '#/domain/values/money.ts';
import { dayOf } from '#/domain/values/time.ts';
import type { ApiWorld } from './api-world.ts';

let sales = 0;

interface Owner extends MaybeSimulated {
  readonly platformId: string;
  readonly sellerId: string;
}

/** Books the money of a sale and releases it at once, as policies and workers would. */
export const bookFunds = async (
  { accounts, now }: Pick<Core, 'accounts' | 'now'>,
  owner: Owner,
  amount: number,
): Promise<void> => {
  const { platformId, sellerId, isSimulated } = owner;
  sales += 1;
  const at = { platformId, sellerId, now: now() };
  const today = dayOf(at.now);
  const receivables = [
    { installment: 1, amount: cents(amount), dueOn: today, releaseOn: today },
  ] as const;
  const partsOfSale = { net: cents(amount), fee: cents(0), interest: cents(0) };
  const sale = { paymentId: `funding-${sales}`, ...(isSimulated && { isSimulated }) };
  const booking = { ...sale, parts: partsOfSale, receivables };
  const commands = [
    { type: 'BookReceivables', ...at, currency: 'BRL', ...booking },
    { type: 'ReleaseReceivables', ...at, through: today },
  ] as const;
  for (const command of commands) {
    const context = {
      commandId: `fund-${sales}-${command.type}`,
      platform: platformId,
      actor: 'policy:test',
      correlation: `funding-${sales}`,
    };
    await accounts.handle({ sellerId, platformId }, { command, context }, at.now);
  }
};

/** Books a sale's money, and waits until the seller's balance shows it. */
export const fund = async (
  { services, store }: ApiWorld,
  owner: Owner,
  amount: number,
): Promise<void> => {
  await bookFunds(services.core, owner, amount);
  const head = await store.head();
  if (head) await services.projections.waitFor(head, ['seller-balance', 'journal'], 20_000);
};
