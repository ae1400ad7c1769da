import { expect } from 'chai';
import { streamOf } from '#/domain/values/ids.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { getSellerBalance } from '#/projections/seller-balance.ts';
import { History } from '#/projections/testing/history.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { createTopics } from '#/api/live/topics.ts';
import { createMetrics } from '#/api/operations/metrics.ts';
import { ZERO } from '#/domain/values/money.ts';
import { attentionChecks } from '#/api/operations/readiness.ts';
import { createReplicas } from './replicas.ts';
import { ReplicatedReads } from './testing/replicated-reads.ts';
import { showSale } from '#/api/sales/sale-view.ts';
import { people } from '#/api/testing/people.ts';

const { sellerId, platformId } = people.ana;

describe('Reading from replicas', () => {
  let reads: ReplicatedReads;

  before(async () => {
    reads = await ReplicatedReads.open();
    await reads.earn();
  });

  beforeEach(() => reads.inUse('replica-1', 'replica-2'));

  after(() => reads?.close());

  it('asks each replica in turn, and not the primary', async () => {
    expect(await reads.answeredDuring(() => reads.balances(6))).to.deep.equal([0, 3, 3]);
  });

  it('gives a live topic an up-to-date first snapshot while the replicas lag', async () => {
    await reads.pauseBoth();
    try {
      await reads.earn();
      const { data } = await createTopics(reads.world.services).snapshot(`balance:${sellerId}`);
      expect(data).to.include({ available: reads.owned });
    } finally {
      await reads.resumeBoth();
    }
  });

  it('includes what the caller has just written', async () => {
    for (let sale = 0; sale < 20; sale += 1) {
      const { available, position } = await reads.balance(await reads.earn());
      expect(available).to.equal(reads.owned);
      expect(position >= (await reads.head())).to.equal(true);
    }
  });

  it('falls back to the primary when the replicas lag behind what the caller has just written', async () => {
    await reads.pauseBoth();
    try {
      const written = await reads.earn();
      const readCounts = await reads.answeredDuring(async () => {
        for (let read = 0; read < 4; read += 1) {
          expect((await reads.balance(written)).available).to.equal(reads.owned);
        }
      });
      expect(readCounts).to.deep.equal([4, 0, 0]);
    } finally {
      await reads.resumeBoth();
    }
  });

  it('returns the older data with its older position when a replica lags', async () => {
    const replicas = await reads.slow();
    const before = await reads.readBalance(replicas);
    await reads.pauseBoth();
    try {
      const written = await reads.earn();
      const older = await reads.readBalance(replicas);
      expect(older).to.deep.equal(before);
      expect(older.position < written).to.equal(true);
    } finally {
      await reads.resumeBoth();
      await replicas.stop();
    }
  });

  it('uses one snapshot and returns its position, even when the replica advances meanwhile', async () => {
    const replicas = await reads.slow();
    const { position } = await reads.readBalance(replicas);
    await reads.pauseBoth();
    try {
      const written = await reads.earn();
      const available = async (database: Queryable) =>
        (await getSellerBalance(database, sellerId))?.available ?? 0;
      const read = await reads.readBalance(replicas, async (database) => {
        await reads.resumeBoth();
        await eventually(async () => {
          const each = await Promise.all([
            reads.readBalance(replicas),
            reads.readBalance(replicas),
          ]);
          return each.every((other) => other.position >= written) || undefined;
        }, 'both replicas have what was written');
        // Concurrent queries, as dashboards send them.
        const [first, second] = await Promise.all([available(database), available(database)]);
        return first === second ? first : Number.NaN;
      });
      expect(read).to.deep.equal({ value: reads.owned - 100, position });
    } finally {
      await reads.resumeBoth();
      await replicas.stop();
    }
  });

  it('finds a sale that a replica does not have yet', async () => {
    const history = new History();
    const replicas = await reads.slow();
    await reads.pauseBoth();
    try {
      const paymentId = history.purchase({ platformId, sellerId });
      await reads.world.happen(history);
      const { state } = await reads.world.services.core.handler.load(
        payment,
        streamOf('payment', paymentId),
      );
      if (state.status === 'NONE') throw new Error('nothing was bought');
      const parts = { ...reads.world.services, replicas };
      const reader = { platformId, sellerId, isWithNumbers: true };
      const { sale } = await showSale(parts, reader, { paymentId, state }, undefined);
      expect(sale.paymentId).to.equal(paymentId);
    } finally {
      await reads.resumeBoth();
      await replicas.stop();
    }
  });

  it('skips a replica that lags too far behind until it has caught up', async () => {
    await reads.first.pauseReplay();
    try {
      await reads.earn();
      await reads.leftOutAs('replica-1', 'behind');
      const [primary, , other] = await reads.answeredDuring(() => reads.balances(4));
      expect([primary, other]).to.deep.equal([0, 4]);
      await reads.second.catchUp();
      expect((await reads.balance()).available).to.equal(reads.owned);
    } finally {
      await reads.first.resumeReplay();
    }
    await reads.inUse('replica-1');
    expect(await reads.answeredDuring(() => reads.balances(4))).to.deep.equal([0, 2, 2]);
  });

  it('answers every read when a replica is killed, and uses it again after its restart', async () => {
    const reading = reads.balances(20);
    await reads.first.kill();
    const balances = [...(await reading), ...(await reads.balances(20))];
    expect(new Set(balances.map(({ available }) => available))).to.deep.equal(
      new Set([reads.owned]),
    );
    await reads.leftOutAs('replica-1', 'away');
    const { replicas } = attentionChecks({
      ...reads.world.services,
      store: reads.world.store,
      checkpoints: { listParked: async () => [] },
      withdrawalsAwaitingStaff: async () => ({ withdrawals: 0, since: null }),
      refundsAwaitingStaff: async () => ({ refunds: 0, since: null }),
      registrationsAwaitingStaff: async () => ({ registrations: 0, since: null }),
      paymentsAwaitingStaff: async () => ({ payments: 0, unapplied: ZERO, since: null }),
    });
    const warning: unknown = await replicas?.().catch((error: unknown) => error);
    expect(warning).to.have.deep.property('reasons', ['replica-1 is away']);
    await reads.first.restart();
    await reads.inUse('replica-1');
    expect(await reads.answeredDuring(() => reads.balances(4))).to.deep.equal([0, 2, 2]);
  });

  it('answers every read at the primary when both replicas are killed at once', async () => {
    await Promise.all([reads.first.kill(), reads.second.kill()]);
    const readCounts = await reads.answeredDuring(() => reads.balances(10));
    expect(readCounts).to.deep.equal([10, 0, 0]);
    await Promise.all([reads.first.restart(), reads.second.restart()]);
  });

  it('answers every read at the other replica when one hangs', async () => {
    await reads.second.freeze();
    try {
      const readCounts = await reads.answeredDuring(() => reads.balances(10));
      expect(readCounts).to.deep.equal([0, 10, 0]);
      await reads.leftOutAs('replica-2', 'away');
    } finally {
      reads.second.thaw();
    }
  });

  it('repeats a read at the primary when a replica hangs during it', async () => {
    const { database: primary } = reads.world.services;
    const replicas = await reads.slow(200);
    const read = await reads.readBalance(replicas, async (database) => {
      if (database !== primary) await database.query({ text: 'SELECT pg_sleep(30)' });
      return (await getSellerBalance(database, sellerId))?.available ?? 0;
    });
    expect(read.value).to.equal(reads.owned);
    expect([...replicas.listExcluded().values()]).to.deep.equal([undefined, undefined]);
    await replicas.stop();
  });

  it('answers 400 to an invalid cursor, and does not repeat the read at another database', async () => {
    const readCounts = await reads.answeredDuring(async () => {
      const path = '/api/seller.listSales?cursor=nonsense';
      expect((await reads.world.get(path, { as: 'ana' })).status).to.equal(400);
    });
    expect(readCounts).to.deep.equal([0, 0, 0]);
  });

  it('never uses a replica of another database', async () => {
    const other = await testDatabase();
    const { database: primary, projections, logger } = reads.world.services;
    const metrics = createMetrics();
    const urls = [other.url];
    const replicas = createReplicas({ urls, primary, projections, metrics, logger });
    await eventually(
      () => replicas.listExcluded().get('replica-1') === 'a copy of another database' || undefined,
      'it is recognised',
    );
    const { value } = await reads.readBalance(replicas);
    expect(value).to.equal(reads.owned);
    await replicas.stop();
    await other.drop();
  });
});
