import { expect } from 'chai';
import { account } from '#/domain/account/decider.ts';
import type { AccountCommand } from '#/domain/account/commands.ts';
import { sumPendingOn } from '#/domain/account/pending-days.ts';
import { accountStream } from '#/domain/values/ids.ts';
import type { Month, Timestamp } from '#/domain/values/time.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { owner, processOver, request, typesIn } from '#/ledger/testing/account-processes.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';

const OCTOBER = '2026-10-20T15:00:00.000Z';
const NOVEMBER = '2026-11-20T15:00:00.000Z';
const DECEMBER = '2026-12-01T12:00:00.000Z';
const LAST = '2028-06-01T12:00:00.000Z';

/** Sends a command straight to one month of the account, so that the account gets no books, as in old logs. */
const sendWithoutBooks = (store: EventStore, period: Month, command: AccountCommand) => {
  const { context } = request('none', DECEMBER);
  return processOver(store).handler.handle(
    account,
    accountStream(owner.sellerId, period),
    command,
    context,
  );
};

const openWithoutBooks = (store: EventStore, period: Month, now: Timestamp) =>
  sendWithoutBooks(store, period, { type: 'OpenAccount', ...owner, period, now });

/** One sale in October, another in November. */
const twoMonthsWithoutBooks = async () => {
  const store = createMemoryStore([], { now: () => DECEMBER });
  await openWithoutBooks(store, '2026-10', OCTOBER);
  await sendWithoutBooks(store, '2026-10', request('p-1', OCTOBER).command);
  const close = { type: 'ClosePeriod', now: NOVEMBER } as const;
  const { state } = await sendWithoutBooks(store, '2026-10', close);
  if (state.status !== 'CLOSED') return expect.fail('October is open');
  const { carried } = state;
  const open = {
    type: 'OpenAccount',
    ...owner,
    period: '2026-11',
    now: NOVEMBER,
    carried,
  } as const;
  await sendWithoutBooks(store, '2026-11', open);
  await sendWithoutBooks(store, '2026-11', request('p-2', NOVEMBER).command);
  return store;
};

const pendingIn = async (store: EventStore, period: Month) => {
  const stream = accountStream(owner.sellerId, period);
  const { state } = await processOver(store).handler.load(account, stream);
  return state.status === 'OPEN' && sumPendingOn(state.pending, '2026-11-27');
};

describe('An account from before accounts had books', () => {
  it('continues a later month', async () => {
    const store = createMemoryStore([], { now: () => LAST });
    await openWithoutBooks(store, '2027-03', '2027-03-01T12:00:00.000Z');
    await processOver(store).accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    expect(await typesIn(store, '2027-03')).to.deep.equal(['AccountOpened', 'ReceivablesBooked']);
    expect(await typesIn(store, '2026-11')).to.deep.equal([]);
  });

  it('continues the first month of an old log', async () => {
    let recordedAt = '2024-02-10T12:00:00.000Z';
    const store = createMemoryStore([], { now: () => recordedAt });
    await openWithoutBooks(store, '2024-01', '2024-01-31T12:00:00.000Z');
    recordedAt = LAST;
    await processOver(store).accounts.handle(owner, request('p-1', NOVEMBER), NOVEMBER);
    expect(await typesIn(store, '2024-01')).to.deep.equal(['AccountOpened', 'AccountPeriodClosed']);
  });

  it('continues a first month that was named by a wrong clock, months away from the first record of the log', async () => {
    const store = createMemoryStore([], { now: () => '2025-01-10T12:00:00.000Z' });
    await openWithoutBooks(store, '2024-02', '2024-02-10T12:00:00.000Z');
    const later = '2025-01-09T12:00:00.000Z';
    await processOver(store).accounts.handle(owner, request('p-1', later), later);
    expect(await typesIn(store, '2024-02')).to.deep.equal(['AccountOpened', 'AccountPeriodClosed']);
  });

  it('keeps its money when a process dies at any point while it begins the next month', async () => {
    let died = 0;
    for (const writesAllowed of [1, 2, 3, 4, 5]) {
      const memory = await twoMonthsWithoutBooks();
      let writes = 0;
      const dying = storeWith(memory, {
        append: async (...append) => {
          writes += 1;
          if (writes > writesAllowed) throw new Error('killed');
          return memory.append(...append);
        },
      });
      const sale = request('p-3', DECEMBER);
      await processOver(dying)
        .accounts.handle(owner, sale, DECEMBER)
        .catch(() => undefined);
      if (writes <= writesAllowed) break;
      died += 1;
      await processOver(memory).accounts.handle(owner, sale, DECEMBER);
      expect(await pendingIn(memory, '2026-12'), `killed after ${writesAllowed} writes`).to.equal(
        3_000,
      );
    }
    expect(died).to.be.above(1);
  });

  it('keeps its money when another process writes while one begins the next month', async () => {
    for (const slowWrite of [1, 2, 3, 4, 5]) {
      const memory = await twoMonthsWithoutBooks();
      const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let writes = 0;
      const slow = storeWith(memory, {
        append: async (...append) => {
          writes += 1;
          if (writes === slowWrite) {
            reached.resolve();
            await released.promise;
          }
          return memory.append(...append);
        },
      });
      const [slowSale, otherSale] = [request('p-3', DECEMBER), request('p-4', DECEMBER)];
      const slowCommand = processOver(slow).accounts.handle(owner, slowSale, DECEMBER);
      await reached.promise;
      await processOver(memory).accounts.handle(owner, otherSale, DECEMBER);
      released.resolve();
      await slowCommand;
      expect(await pendingIn(memory, '2026-12'), `waited at write ${slowWrite}`).to.equal(4_000);
    }
  });

  it('keeps its first month when an older log takes the place of a process’s log', async () => {
    const young = createMemoryStore([], { now: () => LAST });
    let recordedAt = '2024-02-10T12:00:00.000Z';
    const old = createMemoryStore([], { now: () => recordedAt });
    await openWithoutBooks(old, '2024-02', recordedAt);
    recordedAt = LAST;
    let log = young;
    const { accounts } = processOver(
      storeWith(young, {
        append: (...append) => log.append(...append),
        readStream: (...read) => log.readStream(...read),
        readAll: (...read) => log.readAll(...read),
        rewinds: () => (log === old ? 1 : 0),
      }),
    );
    const saleOf = async (seller: typeof owner, paymentId: string) => {
      const { command, context } = request(paymentId, LAST);
      await accounts.handle(seller, { command: { ...command, ...seller }, context }, LAST);
    };
    // The first sale records the young log's first event; the second reads and caches the month of that event.
    await saleOf({ ...owner, sellerId: 'seller-2' }, 'p-1');
    await saleOf({ ...owner, sellerId: 'seller-3' }, 'p-2');
    log = old;
    await accounts.handle(owner, request('p-3', LAST), LAST);
    expect(await typesIn(old, '2024-02')).to.deep.equal(['AccountOpened', 'AccountPeriodClosed']);
  });
});
