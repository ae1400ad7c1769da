import { expect } from 'chai';
import fc from 'fast-check';
import { referencesIn } from '#/api/webhooks/references.ts';
import {
  createAwaitedRowQueries,
  type AwaitedRowQueries,
} from '#/api/workers/awaited-row-queries.ts';
import type { RequestCursor } from '#/api/workers/due-requests.ts';
import { cents } from '#/domain/values/money.ts';
import { addDays } from '#/domain/values/time.ts';
import { buildInMemory } from '#/projections/engine/tables/build-in-memory.ts';
import { createMemoryTables } from '#/projections/engine/tables/memory.ts';
import { projectionWorld, type ProjectionWorld } from '#/projections/testing/projection-world.ts';
import { requestRegistration } from '#/projections/testing/registration.ts';
import { randomHistory } from '#/projections/testing/random-history.ts';
import { projections } from '#/projections/registry.ts';
import { createAwaitedRowQueriesInMemory, readAskedAgain, referencesOf } from './rows.ts';

const BEGINNING: RequestCursor = { requestedAt: '2000-01-01T00:00:00.000Z', id: '' };
const ACCOUNTS = [
  { provider: 'sandbox', platformId: 'demo' },
  { provider: 'sandbox', platformId: null },
  { provider: 'sandbox', platformId: 'another' },
  { provider: 'zendry', platformId: 'demo' },
];

type AwaitedRow = Awaited<
  ReturnType<AwaitedRowQueries['payments' | 'refunds' | 'withdrawals' | 'registrations']>
>[number];

const idOf = (row: AwaitedRow): string => {
  if ('registrationId' in row) return row.registrationId;
  if ('refundId' in row) return row.refundId;
  return 'withdrawalId' in row ? row.withdrawalId : row.paymentId;
};

describe('A query of background work over rows in memory', () => {
  let world: ProjectionWorld;
  const tables = createMemoryTables(() => 0);
  const history = fc.sample(randomHistory({ maxLength: 400 }), { seed: 7, numRuns: 1 })[0];
  if (!history) throw new Error('a history is drawn');

  before(async () => {
    world = await projectionWorld(projections);
    history.report(history.purchase(), 'APPROVED');
    history.wait(40 * 86_400);
    history.release('seller-1');
    history.withdraw('seller-1', cents(200));
    await world.happen(history);
    await requestRegistration(world, 'iugu');
    await buildInMemory(tables)(world.store, projections);
  });

  after(() => world.close());

  const bothQueries = () =>
    [createAwaitedRowQueries(world.pool), createAwaitedRowQueriesInMemory(tables)] as const;

  for (const kind of ['payments', 'refunds', 'withdrawals', 'registrations'] as const) {
    it(`is answered as by a database: open ${kind}, a page after the other`, async () => {
      const [inDatabase, inMemory] = bothQueries();
      const first = await inDatabase[kind](BEGINNING, 2);
      expect(first).not.to.deep.equal([]);
      expect(await inMemory[kind](BEGINNING, 2)).to.deep.equal(first);
      expect(await inMemory[kind](BEGINNING, 1)).to.deep.equal(first.slice(0, 1));
      const [from = BEGINNING] = first.map((row) => ({ ...row, id: idOf(row) }));
      expect(await inMemory[kind](from, 100)).to.deep.equal(await inDatabase[kind](from, 100));
    });
  }

  it('is about the open requests of every kind, registrations among them', async () => {
    const head = await world.store.head();
    const awaited = await readAskedAgain(tables);
    expect(awaited.map(({ category }) => category)).to.have.members([
      'payment',
      'refund',
      'withdrawal',
      'registration',
    ]);
    for (const { ids, upTo, category } of awaited) {
      expect(ids, category).not.to.deep.equal([]);
      expect(upTo, category).to.equal(head);
    }
  });

  it('is answered as by a database: the latest payments, and accounts with money that is due', async () => {
    const [inDatabase, inMemory] = bothQueries();
    expect(await inMemory.latestPayments(3)).to.deep.equal(await inDatabase.latestPayments(3));
    const today = history.now.slice(0, 10);
    const due = [];
    for (const through of [-40, 0, 40].map((days) => addDays(today, days))) {
      const inOrder = async (queries: AwaitedRowQueries) =>
        (await queries.accounts(through)).toSorted((one, other) =>
          one.sellerId < other.sellerId ? -1 : 1,
        );
      due.push(await inOrder(inDatabase));
      expect(await inOrder(inMemory)).to.deep.equal(due.at(-1));
    }
    expect(due.flat()).not.to.deep.equal([]);
  });

  it('is answered as by a database: charges and payouts at an account that are ours', async () => {
    const [inDatabase, inMemory] = [referencesIn(world.pool), referencesOf(tables)];
    const transactions = [...history.payments.map((id) => `tx-${id}`), 'tx-of-nobody'];
    const payouts = [...history.withdrawals.map(({ id }) => id), 'of-nobody'];
    const sizes = [];
    for (const account of ACCOUNTS) {
      const sales = await inDatabase.paymentsOf(account, transactions);
      const ours = await inDatabase.withdrawalsAmong(account, payouts);
      expect(await inMemory.paymentsOf(account, transactions)).to.deep.equal(sales);
      expect(await inMemory.withdrawalsAmong(account, payouts)).to.deep.equal(ours);
      sizes.push(sales.size, ours.size);
    }
    // The first four sizes are those of the two sandbox accounts, of `demo` and of all platforms.
    expect(Math.max(...sizes.slice(0, 4))).to.be.greaterThan(1);
  });
});
