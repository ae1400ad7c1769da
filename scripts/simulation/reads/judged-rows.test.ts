import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { buildInMemory } from '#/projections/engine/tables/build-in-memory.ts';
import { createMemoryTables } from '#/projections/engine/tables/memory.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { withdrawalTable, withdrawals } from '#/projections/withdrawals.ts';
import { sales } from '#/projections/sales.ts';
import { judgeRows } from './judged-rows.ts';

const projections = [sales, withdrawals];

/** Returns the rows of a log with a withdrawal that the judged log lacks. */
const unknownWithdrawal = async () => {
  const store = createMemoryStore();
  const history = new History();
  history.report(history.purchase(), 'APPROVED');
  history.wait(10 * 86_400);
  history.release('seller-1');
  history.withdraw('seller-1', cents(200));
  await appendAll(store, history.take());
  const tables = createMemoryTables(() => 0);
  await buildInMemory(tables)(store, [withdrawals]);
  return tables.all(withdrawals, withdrawalTable);
};

describe('The judge of read models', () => {
  const tables = createMemoryTables(() => 0);
  const events: Recorded[] = [];
  const first = { name: withdrawals.name, generation: 1 };

  before(async () => {
    const store = createMemoryStore();
    const history = new History();
    history.report(history.purchase(), 'APPROVED');
    await appendAll(store, history.take());
    await buildInMemory(tables)(store, projections);
    for await (const batch of store.readAll({})) events.push(...batch);
  });

  it('finds nothing in read models that are as a rebuild would make them', async () => {
    expect(await judgeRows(tables, events, projections)).to.deep.equal([]);
  });

  it('finds a read model that is behind the log', async () => {
    expect(await judgeRows(tables, events.slice(0, -1), projections)).to.deep.equal([
      'sales is behind the log',
      'withdrawals is behind the log',
    ]);
  });

  it('finds a read model with rows that do not follow from the log', async () => {
    const [row] = await unknownWithdrawal();
    const at = events.at(-1)?.position;
    if (!at || !row) throw new Error('there are events and a row');
    const written = [{ table: withdrawalTable, rows: [row] }];
    const writing = { ...first, from: at, upTo: at, last: null, tables: written };
    expect(await tables.commit([writing])).to.equal(true);
    expect(await judgeRows(tables, events, projections)).to.deep.equal([
      'withdrawals has other rows of withdrawal than a rebuild',
    ]);
  });

  it('finds a degraded read model, and one that is missing', async () => {
    await tables.markDegraded(first, 'a wrong event');
    expect(await judgeRows(tables, events, projections)).to.deep.equal(['withdrawals is degraded']);
    expect(
      await judgeRows(
        createMemoryTables(() => 0),
        events,
        [sales],
      ),
    ).to.deep.equal(['sales is not there']);
  });
});
