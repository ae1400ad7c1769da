import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { Refused } from '#/domain/errors.ts';
import type { KeyedContext } from '#/ledger/idempotency.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';
import { openTwinPurchases, type KnownPurchase, type TwinTimes } from './twin-purchases.ts';

/** Twins are equal purchases of one browser within a minute, under different idempotency keys. */
describe('openTwinPurchases', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  before(async () => {
    database = await testDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 4 });
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  const open = (times: Partial<TwinTimes> & { mostKept?: number } = {}) =>
    openTwinPurchases(pool, Buffer.alloc(32, 1), times);

  const keyed = (): KeyedContext & { request: string } => ({
    commandId: randomUUID(),
    request: randomUUID(),
    platform: 'demo',
    actor: 'buyer',
  });

  /** A simulated record of purchases by command. */
  const record = () => {
    const kept = new Map<string, KnownPurchase<string>>();
    return {
      kept,
      known: async (commandId: string) => kept.get(commandId),
      buy: async ({ commandId }: KeyedContext) => {
        const earlier = kept.get(commandId);
        if (earlier) throw new Error('bought twice');
        kept.set(commandId, { stage: 'answered', result: commandId });
        return commandId;
      },
    };
  };

  it('lets a twin buy when the first purchase was killed before it requested anything', async () => {
    const { buyOnce } = await open({ turnMs: 50 });
    const { known, buy } = record();
    const first = keyed();
    const hanging = buyOnce(first, 'order 1', { known, buy: () => new Promise<string>(() => {}) });
    void hanging;
    await eventually(async () => {
      const { rowCount } = await pool.query('SELECT FROM checkout.twin WHERE command_id = $1', [
        first.commandId,
      ]);
      return rowCount === 1 ? true : undefined;
    }, 'the first has begun');
    expect(await buyOnce(keyed(), 'order 1', { known, buy })).to.equal(first.commandId);
    expect(await buyOnce(first, 'order 1', { known, buy })).to.equal(first.commandId);
  });

  it('answers a twin with the first purchase, without buying, when the acquirer never answers', async () => {
    const { buyOnce } = await open({ turnMs: 20, waitMs: 50 });
    const { kept, known, buy } = record();
    const first = keyed();
    const killed = async ({ commandId }: KeyedContext): Promise<string> => {
      kept.set(commandId, { stage: 'asked', result: commandId });
      throw new Error('killed');
    };
    await buyOnce(first, 'order 2', { known, buy: killed }).catch(() => undefined);
    expect(await buyOnce(keyed(), 'order 2', { known, buy })).to.equal(first.commandId);
    expect(await buyOnce(first, 'order 2', { known, buy })).to.equal(first.commandId);
  });

  it('lets a twin buy at once when the first purchase was rejected', async () => {
    const { buyOnce } = await open({ turnMs: 60_000 });
    const { known, buy } = record();
    const first = keyed();
    const refuse = async (): Promise<string> => {
      throw new Refused('buyer/document-invalid');
    };
    const refusal = await buyOnce(first, 'order 3', { known, buy: refuse }).catch(String);
    expect(refusal).to.include('buyer/document-invalid');
    expect(await buyOnce(keyed(), 'order 3', { known, buy })).to.equal(first.commandId);
  });

  it('answers a waiting twin with the decline of the first purchase, and lets the next purchase through', async () => {
    const { buyOnce } = await open();
    const { kept, known, buy } = record();
    const answer = Promise.withResolvers<void>();
    const refused = async ({ commandId }: KeyedContext): Promise<string> => {
      kept.set(commandId, { stage: 'asked', result: 'asked' });
      await answer.promise;
      kept.set(commandId, { stage: 'ended', result: 'refused' });
      return 'refused';
    };
    const first = buyOnce(keyed(), 'order 5', { known, buy: refused });
    await eventually(() => (kept.size > 0 ? true : undefined), 'the first is on record');
    const looked = Promise.withResolvers<void>();
    const twin = buyOnce(keyed(), 'order 5', {
      buy,
      known: async (commandId) => {
        looked.resolve();
        return kept.get(commandId);
      },
    });
    await looked.promise;
    answer.resolve();
    expect(await Promise.all([first, twin])).to.deep.equal(['refused', 'refused']);
    const next = keyed();
    expect(await buyOnce(next, 'order 5', { known, buy })).to.equal(next.commandId);
  });

  it('treats an equal purchase as a twin for a limited time only, but repeats the answer to an earlier key', async () => {
    const { buyOnce } = await open({ apartMs: 30 });
    const { known, buy } = record();
    const [first, twin, later] = [keyed(), keyed(), keyed()];
    const ids = await Promise.all(
      [first, twin].map((each) => buyOnce(each, 'order 4', { known, buy })),
    );
    await delay(40);
    expect(await buyOnce(later, 'order 4', { known, buy })).to.equal(later.commandId);
    for (const each of [first, twin]) {
      expect(await buyOnce(each, 'order 4', { known, buy })).to.equal(ids[0]);
    }
  });

  it('stores no order data in the table, and drops the oldest rows', async () => {
    const { buyOnce } = await open({ mostKept: 10 });
    const { known, buy } = record();
    for (let index = 0; index < 30; index += 1) {
      await buyOnce(keyed(), { email: 'maria@example.com', index }, { known, buy });
    }
    const { rows } = await pool.query('SELECT it::text AS row FROM checkout.twin AS it');
    expect(rows.length).to.be.at.most(20);
    expect(JSON.stringify(rows)).not.to.include('maria');
  });
});
