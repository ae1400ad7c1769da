import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { account } from '#/domain/account/decider.ts';
import { accountStream } from '#/domain/ids.ts';
import { cents } from '#/domain/money.ts';
import { createAccountPeriods } from './account-periods.ts';
import { createCommandHandler } from './handle-command.ts';
import { createMemoryStore } from './stores/memory.ts';
import { storeWith } from './testing/counting-store.ts';

const owner = { platformId: 'demo', sellerId: 'seller-1' };
const NOVEMBER = '2026-11-20T15:00:00.000Z';
const MARCH = '2027-03-01T12:00:00.000Z';

const request = (paymentId: string, now: string) => {
  const command: AccountCommand = {
    type: 'BookReceivables',
    ...owner,
    paymentId,
    parts: { net: cents(1_000), fee: cents(0), interest: cents(0) },
    receivables: [
      { installment: 1, amount: cents(1_000), dueOn: '2026-11-27', releaseOn: '2026-11-27' },
    ],
    now,
  };
  const context = { platform: 'demo', actor: 'system', correlation: paymentId };
  return { command, context: { ...context, commandId: randomUUID() } };
};

const typesIn = async (store: ReturnType<typeof createMemoryStore>, period: string) =>
  (await store.readStream(accountStream('seller-1', period))).map(({ type }) => type);

describe('Monthly account periods', () => {
  it('opens a period at the first command and closes it at the first command of a later month', async () => {
    const store = createMemoryStore();
    const accounts = createAccountPeriods(createCommandHandler({ store }));
    await accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    await accounts.handle(owner, request('p-2', MARCH), MARCH);
    expect(await typesIn(store, '2026-11')).to.deep.equal([
      'AccountOpened',
      'ReceivablesBooked',
      'AccountPeriodClosed',
    ]);
    expect(await typesIn(store, '2027-03')).to.deep.equal(['AccountOpened', 'ReceivablesBooked']);
  });

  it('books in the current period even when another process opened it', async () => {
    const store = createMemoryStore();
    const here = createAccountPeriods(createCommandHandler({ store }));
    const there = createAccountPeriods(createCommandHandler({ store }));
    await here.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    await there.handle(owner, request('p-2', NOVEMBER), NOVEMBER);
    const DECEMBER = '2026-12-01T12:00:00.000Z';
    await there.handle(owner, request('p-3', DECEMBER), DECEMBER);
    // The clock of `here` still says November: its command is booked in December all the same.
    await here.handle(owner, request('p-4', NOVEMBER), NOVEMBER);
    expect(await typesIn(store, '2026-12')).to.deep.equal([
      'AccountOpened',
      'ReceivablesBooked',
      'ReceivablesBooked',
    ]);
  });

  it('books a payment only once when it is booked again in a later month', async () => {
    const store = createMemoryStore();
    const handler = createCommandHandler({ store });
    const accounts = createAccountPeriods(handler);
    await accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    await accounts.handle(owner, request('p-1', MARCH), MARCH);
    const { state } = await handler.load(account, accountStream('seller-1', '2027-03'));
    expect(state.status === 'OPEN' && state.pending.get('2026-11-27')).to.equal(1_000);
  });

  it('looks for the earlier months of a new account in one round, and of an active account in one read', async () => {
    const memory = createMemoryStore();
    let [reads, underWay, mostUnderWay] = [0, 0, 0];
    const store = storeWith(memory, {
      readStream: async (stream, options) => {
        reads += 1;
        underWay += 1;
        mostUnderWay = Math.max(mostUnderWay, underWay);
        await new Promise(setImmediate);
        underWay -= 1;
        return memory.readStream(stream, options);
      },
    });
    const accounts = createAccountPeriods(createCommandHandler({ store }));
    await accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    // All months since the first of all but the one before, which is asked for first.
    expect(mostUnderWay).to.equal(33);
    reads = 0;
    const DECEMBER = '2026-12-01T12:00:00.000Z';
    await accounts.handle(owner, request('p-2', DECEMBER), DECEMBER);
    expect(reads).to.be.below(6);
  });

  it('carries the balances over months in which nothing happened', async () => {
    const store = createMemoryStore();
    const handler = createCommandHandler({ store });
    await createAccountPeriods(handler).handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    const LATER = '2028-06-01T12:00:00.000Z';
    await createAccountPeriods(handler).handle(owner, request('p-2', LATER), LATER);
    const { state } = await handler.load(account, accountStream('seller-1', '2028-06'));
    expect(state.status === 'OPEN' && state.pending.get('2026-11-27')).to.equal(2_000);
  });
});
