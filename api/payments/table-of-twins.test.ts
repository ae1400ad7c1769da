import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { Refused } from '#/domain/errors/refused.ts';
import type { DatedContext } from '#/ledger/idempotency.ts';
import { sampleNow } from '#/domain/testing/samples.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { createTwinPurchases, type RecordedPurchase, type TwinTimes } from './twin-purchases.ts';
import { createMemoryTwins, type TwinRows } from './twin-rows.ts';
import { openPostgresTwins } from './postgres-twins.ts';

interface OpenRows {
  readonly rows: TwinRows;
  readonly close: () => Promise<void>;
}

const inMemory = async (mostKept?: number): Promise<OpenRows> => {
  const rows = createMemoryTwins(() => performance.now(), mostKept);
  return { rows, close: async () => undefined };
};

const inPostgres = async (mostKept?: number): Promise<OpenRows> => {
  const database = await testDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const close = async () => {
    await pool.end();
    await database.drop();
  };
  return { rows: await openPostgresTwins(pool, mostKept), close };
};

/** Twins are equal purchases of one browser within a minute, under different idempotency keys. */
for (const [form, openRows] of Object.entries({
  'in memory': inMemory,
  'in Postgres': inPostgres,
})) {
  describe(`Twin purchases whose rows are stored ${form}`, () => {
    let rows: TwinRows;
    let close: OpenRows['close'];

    before(async () => {
      ({ rows, close } = await openRows());
    });
    after(() => close());

    const open = (times: Partial<TwinTimes> = {}) =>
      createTwinPurchases(rows, Buffer.alloc(32, 1), times);

    const newContext = (): DatedContext & { request: string } => ({
      commandId: randomUUID(),
      request: randomUUID(),
      platform: 'demo',
      actor: 'buyer',
      idSince: sampleNow,
    });

    /** Records purchases by command id, and fails when one is bought twice. */
    const purchaseRecord = () => {
      const kept = new Map<string, RecordedPurchase<string>>();
      return {
        kept,
        findRecorded: async (commandId: string) => kept.get(commandId),
        buy: async ({ commandId }: DatedContext) => {
          const earlier = kept.get(commandId);
          if (earlier) throw new Error('bought twice');
          kept.set(commandId, { stage: 'answered', result: commandId });
          return commandId;
        },
      };
    };

    it('lets a twin buy when the first purchase was killed before it requested anything', async () => {
      const { buyOnce } = open({ leaseMs: 50 });
      const { findRecorded, buy } = purchaseRecord();
      const first = newContext();
      // This purchase never ends, as if its process had been killed.
      void buyOnce(first, 'order 1', { findRecorded, buy: () => new Promise<string>(() => {}) });
      await eventually(() => rows.findPlace(first.commandId), 'the first has begun');
      expect(await buyOnce(newContext(), 'order 1', { findRecorded, buy })).to.equal(
        first.commandId,
      );
      expect(await buyOnce(first, 'order 1', { findRecorded, buy })).to.equal(first.commandId);
    });

    it('answers a twin with the first purchase, without buying, when the acquirer never answers', async () => {
      const { buyOnce } = open({ leaseMs: 20, waitMs: 50 });
      const { kept, findRecorded, buy } = purchaseRecord();
      const first = newContext();
      const killed = async ({ commandId }: DatedContext): Promise<string> => {
        kept.set(commandId, { stage: 'called', result: commandId });
        throw new Error('killed');
      };
      await buyOnce(first, 'order 2', { findRecorded, buy: killed }).catch(() => undefined);
      expect(await buyOnce(newContext(), 'order 2', { findRecorded, buy })).to.equal(
        first.commandId,
      );
      expect(await buyOnce(first, 'order 2', { findRecorded, buy })).to.equal(first.commandId);
    });

    it('lets a twin buy at once when the first purchase was rejected', async () => {
      const { buyOnce } = open({ leaseMs: 60_000 });
      const { findRecorded, buy } = purchaseRecord();
      const first = newContext();
      const refuse = async (): Promise<string> => {
        throw new Refused('buyer/document-invalid');
      };
      const refusal = await buyOnce(first, 'order 3', { findRecorded, buy: refuse }).catch(String);
      expect(refusal).to.include('buyer/document-invalid');
      expect(await buyOnce(newContext(), 'order 3', { findRecorded, buy })).to.equal(
        first.commandId,
      );
    });

    it('answers a waiting twin with the decline of the first purchase, and lets the next purchase through', async () => {
      const { buyOnce } = open();
      const { kept, findRecorded, buy } = purchaseRecord();
      const answer = Promise.withResolvers<void>();
      const refused = async ({ commandId }: DatedContext): Promise<string> => {
        kept.set(commandId, { stage: 'called', result: 'called' });
        await answer.promise;
        kept.set(commandId, { stage: 'ended', result: 'refused' });
        return 'refused';
      };
      const first = buyOnce(newContext(), 'order 5', { findRecorded, buy: refused });
      await eventually(() => (kept.size > 0 ? true : undefined), 'the first is on record');
      const twinLook = Promise.withResolvers<void>();
      const twin = buyOnce(newContext(), 'order 5', {
        buy,
        findRecorded: async (commandId) => {
          twinLook.resolve();
          return kept.get(commandId);
        },
      });
      await twinLook.promise;
      answer.resolve();
      expect(await Promise.all([first, twin])).to.deep.equal(['refused', 'refused']);
      const next = newContext();
      expect(await buyOnce(next, 'order 5', { findRecorded, buy })).to.equal(next.commandId);
    });

    it('treats an equal purchase as a twin for a limited time only, but repeats the answer to an earlier key', async () => {
      const { buyOnce } = open({ apartMs: 30 });
      const { findRecorded, buy } = purchaseRecord();
      const [first, twin, later] = [newContext(), newContext(), newContext()];
      const ids = await Promise.all(
        [first, twin].map((each) => buyOnce(each, 'order 4', { findRecorded, buy })),
      );
      await delay(40);
      expect(await buyOnce(later, 'order 4', { findRecorded, buy })).to.equal(later.commandId);
      for (const each of [first, twin]) {
        expect(await buyOnce(each, 'order 4', { findRecorded, buy })).to.equal(ids[0]);
      }
    });

    it('gives the lease to one purchase at a time, until its holder releases it', async () => {
      const { commandId, request } = newContext();
      const [ownLease, otherLease] = [randomUUID(), randomUUID()];
      const leaseMs = 60_000;
      const first = { commandId, request, twin: 'in turn' };
      expect(await rows.addFirst(first, { lease: ownLease, leaseMs })).to.equal(true);
      await rows.releaseLease(commandId, otherLease);
      expect(await rows.takeLease(commandId, { lease: otherLease, leaseMs })).to.equal(false);
      await rows.releaseLease(commandId, ownLease);
      const takings = [randomUUID(), randomUUID()].map((lease) =>
        rows.takeLease(commandId, { lease, leaseMs }),
      );
      expect((await Promise.all(takings)).filter(Boolean)).to.have.length(1);
    });

    for (const [which, orderOf] of Object.entries({
      'purchases of different orders': (index: number) => index,
      'twins of one purchase': () => 'one order',
    }))
      it(`forgets the oldest ${which}, so that they stay few`, async () => {
        const limited = await openRows(10);
        const { buyOnce } = createTwinPurchases(limited.rows, Buffer.alloc(32, 1));
        const { findRecorded, buy } = purchaseRecord();
        const purchases = Array.from({ length: 30 }, newContext);
        for (const [index, each] of purchases.entries())
          await buyOnce(each, { order: orderOf(index) }, { findRecorded, buy });
        const places = await Promise.all(
          purchases.map(({ commandId }) => limited.rows.findPlace(commandId)),
        );
        await limited.close();
        expect(places.filter((each) => each !== undefined).length).to.be.within(10, 20);
        expect(places.at(-1)).to.include({ request: purchases.at(-1)?.request });
        expect(places[0]).to.equal(undefined);
      });
  });
}

describe('Table of twin purchases', () => {
  it('has no data of an order', async () => {
    const database = await testDatabase();
    const pool = new pg.Pool({ connectionString: database.url, max: 4 });
    const { buyOnce } = createTwinPurchases(await openPostgresTwins(pool), Buffer.alloc(32, 1));
    const by = { platform: 'demo', actor: 'buyer', idSince: sampleNow };
    const context = { commandId: randomUUID(), request: 'digest', ...by };
    const buy = async () => 'bought';
    await buyOnce(
      context,
      { email: 'maria@example.com' },
      { buy, findRecorded: async () => undefined },
    );
    const { rows } = await pool.query('SELECT it::text AS row FROM checkout.twin AS it');
    await pool.end();
    await database.drop();
    expect(rows).to.have.length(1);
    expect(JSON.stringify(rows)).not.to.include('maria');
  });
});
