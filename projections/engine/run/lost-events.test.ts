import { expect } from 'chai';
import pg from 'pg';
import { losingLogs, type LosingLog } from '#/ledger/testing/losing-logs.ts';
import { leadAlone } from '#/ledger/leases/leases.ts';
import { type Projection } from '#/projections/engine/define/define-projection.ts';
import { readModelsIn } from '#/projections/engine/tables/in-postgres.ts';
import { rollBack } from '#/projections/engine/rebuild/rollback.ts';
import { rebuild } from '#/projections/engine/rebuild/rebuild.ts';
import { appendAll, History } from '#/projections/testing/history.ts';
import { notes } from '#/projections/testing/notes.ts';
import { sales } from '#/projections/sales.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { startProjections, type RunningProjections } from './runner.ts';

describe('Read models of a log that has lost its end, kept in a database that has not', function () {
  this.timeout(30_000);
  let losing: LosingLog;
  let database: TestDatabase;
  let pool: pg.Pool;
  let running: RunningProjections;
  let history: History;
  let problems: string[];

  beforeEach(async () => {
    losing = await losingLogs.EventStoreDB();
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => undefined);
    history = new History();
    problems = [];
  });
  afterEach(async () => {
    await running.stop();
    await pool.end();
    await losing.close();
    await database.drop();
  });

  const start = async (projections: readonly Projection[]): Promise<void> => {
    running = await startProjections({
      store: losing.store,
      ...(await readModelsIn(pool)),
      projections,
      lead: leadAlone,
      onProblem: (name, error) => problems.push(`${name} ${String(error)}`),
      onLost: async (events) => {
        for (const { stream } of events) problems.push(`lost at ${stream}`);
      },
    });
  };
  const sell = async (...titles: readonly string[]): Promise<void> => {
    for (const title of titles) history.purchase({ title });
    await appendAll(losing.store, history.take());
  };
  const titlesShown = async (): Promise<string> => {
    const { rows } = await pool.query<{ title: string }>('SELECT title FROM read.note ORDER BY 1');
    return rows.map(({ title }) => title).join(' ');
  };
  const untilShown = (titles: string) =>
    eventually(
      async () => ((await titlesShown()) === titles ? true : undefined),
      `${titles} are shown`,
    );
  const untilRebuilt = () =>
    eventually(() => {
      const states = running.health().map(({ generation, status }) => `${generation} ${status}`);
      return states.every((state) => state === '2 live') || undefined;
    }, 'the process follows the log with what was derived again');
  const isSound = async (projections: readonly Projection[]): Promise<boolean> => {
    const compared = await rebuild({ store: losing.store, pool, projections, flips: false });
    return compared.every(({ equal }) => equal === true);
  };

  it('show what took the place of the lost events, not what they showed before', async () => {
    await start([notes, sales]);
    await sell('a', 'b', 'lost');
    await untilShown('a b lost');
    await losing.keepOnly(2);
    await sell('c', 'd');
    await untilShown('a b c d');
    expect(problems.join()).to.contain('notes EventsLost');
    await untilRebuilt();
    expect(await isSound([notes, sales])).to.equal(true);
    const returning = rollBack({ store: losing.store, pool, projections: [notes] });
    const refusal = await returning.catch((error: unknown) => String(error));
    expect(refusal).to.match(/of notes before the live one includes events that the log has lost/);
  });

  it('do so at the next start, when no process saw the loss and other events have passed their positions', async () => {
    await start([notes, sales]);
    await sell('a', 'lost');
    await untilShown('a lost');
    await running.stop();
    await losing.keepOnly(1);
    await sell('b', 'c', 'd');
    await start([notes, sales]);
    await untilShown('a b c d');
    // `onLost` is called before the rebuild, because nothing shows the loss afterwards.
    expect(problems.slice(0, 2).join()).to.match(/^lost at payment-\S+,lost at payment-/);
    await untilRebuilt();
    expect(await isSound([notes, sales])).to.equal(true);
  });

  it('stay unchanged at a start when the log has lost nothing', async () => {
    await start([notes]);
    await sell('a', 'b');
    await untilShown('a b');
    await running.stop();
    await sell('c');
    await start([notes]);
    await untilShown('a b c');
    expect(running.health()[0]).to.include({ generation: 1, status: 'live' });
    expect(problems).to.deep.equal([]);
  });

  it('go on when one of them cannot be derived again, which stays degraded', async () => {
    await start([sales, notes]);
    await sell('a', 'lost');
    await untilShown('a lost');
    await running.stop();
    await losing.keepOnly(1);
    await sell('unfoldable', 'b');
    await start([sales, notes]);
    const head = await losing.store.head();
    if (head === undefined) throw new Error('something was sold');
    expect(await running.waitFor(head, ['sales'], 20_000)).to.equal(true);
    await eventually(() => {
      const states = running.health().map(({ name, status }) => `${name} ${status}`);
      return states.join() === 'sales live,notes degraded' || undefined;
    }, 'notes are degraded, and sales live');
    expect(problems.join()).to.contain('notes FoldFailed');
    expect(await isSound([sales])).to.equal(true);
  });
});
